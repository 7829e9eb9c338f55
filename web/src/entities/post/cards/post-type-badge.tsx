const marks = {
  rumor: { glyph: '?!', className: 'type-mark' },
  poll: { glyph: '%', className: 'type-mark type-mark-poll' },
  discussion: { glyph: '“', className: 'type-mark type-mark-discussion' },
}

/** The kind of a post as a glyph. Decoration: the word stands beside it. */
export function TypeMark({ type }: { type: keyof typeof marks }) {
  const { glyph, className } = marks[type]
  return (
    <span className={className} aria-hidden="true">
      {glyph}
    </span>
  )
}
