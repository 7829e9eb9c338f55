import { Fragment } from 'react'

/** What stays together: a word with the sign after which a line may end. */
const part = /[^\s_.–-]+[\s_.–-]*|[\s_.–-]+/g

/** How many letters of mean width a word is as wide as. */
const widthOf = (word: string): number => word.length + (word.match(/[mw]/gi)?.length ?? 0) / 2

/** A name in a narrow place: lines end at spaces, hyphens, `_` and `.` only, and it shrinks before a word would be cut. */
export function FittedName({ name }: { name: string }) {
  const parts = name.match(part) ?? [name]
  const longest = Math.max(...parts.map((one) => widthOf(one.trimEnd())))
  return (
    <span className="fitted-name" style={{ '--letters': longest }}>
      <span>
        {parts.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one name have no other identity
          <Fragment key={at}>
            {at > 0 && <wbr />}
            <span>{one}</span>
          </Fragment>
        ))}
      </span>
    </span>
  )
}
