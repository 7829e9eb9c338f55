import type { FormatStatistic } from '@hot/domain/contract/chart'
import type { FormatRef } from '@hot/domain/contract/format'
import { Link } from '@tanstack/react-router'
import { tileName } from '#web/entities/format/format-text.ts'
import { Figure } from '#web/ui/data/big-number.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { ChartRow } from '../chart-row.tsx'
import { FormatAvatar } from './format-avatar.tsx'

/** The formats with the most participants as lines of a chart. */
export function FormatRows({ statistics }: { statistics: FormatStatistic[] }) {
  const most = Math.max(1, ...statistics.map(({ participants }) => participants))
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
          heat={(participants / most) * 100}
        />
      ))}
    </ol>
  )
}

export function FormatLink({ format }: { format: FormatRef }) {
  return (
    <Link to="/formate/$formatSlug" params={{ formatSlug: format.slug }}>
      {tileName(format.name, format.short_name)}
    </Link>
  )
}
