import type { PostPage } from '@hot/domain/contract/post'
import { type Sticker, stickerKinds, stickers } from '@hot/domain/post/stickers'
import { useId, useRef, useState } from 'react'
import { formatCount } from '#web/ui/data/format-number.ts'
import { usePostChoice } from './use-post-choice.ts'

const pictures = import.meta.glob<string>('./stickers/*.svg', { query: '?url', import: 'default', eager: true })

/** Stickers on a post, most frequent first, and all of them to choose from: one per member. */
export function PostStickers({ post }: { post: PostPage }) {
  const [mine, set] = usePostChoice('sticker', post)
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const id = useId()
  const count = (kind: Sticker) => post.stickers[kind] ?? 0
  const shown = stickerKinds.filter((kind) => count(kind) > 0).sort((one, other) => count(other) - count(one))
  const choose = (kind: Sticker) => {
    set(mine === kind ? null : kind)
    setOpen(false)
  }
  return (
    <fieldset
      className="stickers"
      aria-label="Sticker"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return
        // Android's Back asks by this key, and leaves the page unless it was taken.
        event.preventDefault()
        setOpen(false)
        opener.current?.focus()
      }}
    >
      {shown.map((kind) => (
        <StickerButton
          key={kind}
          kind={kind}
          count={count(kind)}
          pressed={mine === kind}
          onPress={() => choose(kind)}
        />
      ))}
      <button
        type="button"
        className="reaction"
        ref={opener}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Schließen' : 'Sticker kleben'}
      </button>
      <fieldset id={id} hidden={!open} className="sticker-choice">
        <legend className="sr-only">Welcher Sticker?</legend>
        {open &&
          stickerKinds.map((kind) => (
            <StickerButton
              key={kind}
              kind={kind}
              pressed={mine === kind}
              onPress={() => {
                choose(kind)
                opener.current?.focus()
              }}
            />
          ))}
      </fieldset>
    </fieldset>
  )
}

type Props = {
  kind: Sticker
  /** Without: one to choose. */
  count?: number
  pressed: boolean
  onPress: () => void
}

function StickerButton({ kind, count, pressed, onPress }: Props) {
  const name = stickers[kind]
  return (
    <button
      type="button"
      className="reaction post-sticker"
      aria-pressed={pressed}
      aria-label={count === undefined ? name : `${name}, ${formatCount(count)}`}
      data-tooltip={name}
      onClick={onPress}
    >
      <img src={pictures[`./stickers/${kind}.svg`]} alt="" width={28} height={28} />
      {count !== undefined && <span>{formatCount(count)}</span>}
    </button>
  )
}
