import type { ReactNode } from 'react'

/** A number with its word, inside `.facts`: `812` Stimmen. */
export function Fact({ value, children }: { value: ReactNode; children: ReactNode }) {
  return (
    <span>
      <b>{value}</b> {children}
    </span>
  )
}

/** A big number that is no score: followers, people, karma. */
export function Figure({ children }: { children: ReactNode }) {
  return <span className="figure">{children}</span>
}

type Props = {
  /** `live` pulses, `new` is sticker yellow (Neu, Team), `outline` says something about a person (karma, Autor:in). */
  kind?: 'plain' | 'live' | 'new' | 'outline'
  children: ReactNode
}

export function Badge({ kind = 'plain', children }: Props) {
  return <span className={kind === 'plain' ? 'badge' : `badge badge-${kind}`}>{children}</span>
}
