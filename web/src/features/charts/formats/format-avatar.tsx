import type { FormatRef } from '@hot/domain/contract/format'
import { classNames } from '#web/ui/class-names.ts'
import { readableTextColor } from '#web/ui/color/readable-text-color.ts'

type Props = { format: FormatRef; size?: 'row' | 'podium' | 'first' }

const sizes = { row: 'size-11 text-[22px] lg:size-12', podium: 'size-16 text-[32px]', first: 'size-22 text-[44px]' }

/** What stands for a format where people have their face: square, in its colour. Decoration: the name stands beside it. */
export function FormatAvatar({ format, size = 'row' }: Props) {
  const { color, emoji, name } = format
  return (
    <span
      className={classNames('grid flex-none place-items-center font-head leading-none', sizes[size])}
      style={{ background: color, color: readableTextColor(color) }}
      aria-hidden="true"
    >
      {emoji ?? name.slice(0, 1)}
    </span>
  )
}
