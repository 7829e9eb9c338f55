import type { FormatStatistic } from '@hot/domain/contract/chart'
import type { FormatRef } from '@hot/domain/contract/format'
import { firstGraphemes } from '@hot/domain/text/graphemes'
import { Link } from '@tanstack/react-router'
import { tileName } from '#web/entities/format/format-text.ts'
import { classNames } from '#web/ui/class-names.ts'
import { readableTextColor } from '#web/ui/color/contrast.ts'
import { formatCount } from '#web/ui/data/format-number.ts'
import { Figure } from '#web/ui/data/stat.tsx'
import { FittedName } from '#web/ui/layout/fitted-name.tsx'
import { ChartRow } from './chart-rows.tsx'

/** The formats with the most participants as chart rows. */
export function FormatRows({ statistics }: { statistics: FormatStatistic[] }) {
  const max = Math.max(1, ...statistics.map(({ participants }) => participants))
  return (
    <ol>
      {statistics.map(({ format, participants, seasons }, index) => (
        <ChartRow
          key={format.id}
          rank={index + 1}
          picture={<FormatAvatar format={format} />}
          title={<FormatLink format={format} />}
          meta={`${seasons} ${seasons === 1 ? 'Staffel' : 'Staffeln'}`}
          value={<Figure>{formatCount(participants)}</Figure>}
          heat={(participants / max) * 100}
        />
      ))}
    </ol>
  )
}

/** To the format, by its short name. */
export function FormatLink({ format }: { format: FormatRef }) {
  return (
    <Link to="/formate/$formatSlug" params={{ formatSlug: format.slug }} className="flex-1">
      <FittedName name={tileName(format.name, format.short_name)} />
    </Link>
  )
}

type FormatAvatarProps = { format: FormatRef; size?: 'row' | 'podium' | 'first' }

const sizes = {
  row: 'size-11 text-[1.375rem] lg:size-12',
  podium: 'size-16 text-[2rem]',
  first: 'size-22 text-[2.75rem]',
}

/** A format in place of an avatar: square, in its colour. Decorative: the name is beside it. */
export function FormatAvatar({ format, size = 'row' }: FormatAvatarProps) {
  const { color, emoji, name } = format
  return (
    <span
      className={classNames('grid flex-none place-items-center font-head leading-none', sizes[size])}
      style={{ background: color, color: readableTextColor(color) }}
      aria-hidden="true"
    >
      {emoji ?? firstGraphemes(name, 1)}
    </span>
  )
}
