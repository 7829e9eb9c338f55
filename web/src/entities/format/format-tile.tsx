import type { ReactNode } from 'react'
import { readableTextColor } from '#web/ui/color/contrast.ts'
import { Heading, type HeadingLevel } from '#web/ui/layout/heading.tsx'

type Props = {
  /** `#RRGGBB` */
  color: string
  emoji: string | null
  /** A link with the name (see `tileName`); it covers the tile. */
  title: ReactNode
  /** At most one per grid. */
  sticker?: ReactNode
  /** Next date, participants, top stars: each a `<span>`. */
  facts?: ReactNode
  level?: HeadingLevel
}

/** A format in its colour with raster and cropped emoji, inside `.format-grid`. */
export function FormatTile({ color, emoji, title, sticker, facts, level = 3 }: Props) {
  return (
    <article className="format-tile">
      <div className="format-face" style={{ '--c': color, '--cf': readableTextColor(color) }}>
        <Heading level={level} className="stretch-link">
          {title}
        </Heading>
        {emoji && (
          <span className="format-emoji" aria-hidden="true">
            {emoji}
          </span>
        )}
      </div>
      {sticker}
      {facts && <div className="format-facts">{facts}</div>}
    </article>
  )
}
