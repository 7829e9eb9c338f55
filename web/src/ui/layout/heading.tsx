import type { ComponentProps } from 'react'

/** Level of a heading inside a list item: one below the heading of the list. */
export type HeadingLevel = 2 | 3 | 4

type Props = ComponentProps<'h2'> & { level: HeadingLevel }

/** Looks come from classes, the level from where the heading stands. */
export function Heading({ level, ...rest }: Props) {
  const Tag = `h${level}` as const
  return <Tag {...rest} />
}
