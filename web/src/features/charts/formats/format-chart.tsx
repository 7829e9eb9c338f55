import type { FormatStatistic } from '@hot/domain/contract/chart'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Heat } from '#web/entities/star/score.tsx'
import { Figure } from '#web/ui/data/big-number.tsx'
import { EndOfList } from '#web/ui/data/end-of-list.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ChartFrame } from '../chart-frame.tsx'
import { formatChartQuery } from '../charts-queries.ts'
import type { FormatChartSearch } from '../charts-search.ts'
import { Podium } from '../podium.tsx'
import { FormatAvatar } from './format-avatar.tsx'
import { FormatLink } from './format-rows.tsx'
import { type FormatSorting, formatSorting, sortFormats } from './format-sorting.ts'
import { FormatTable } from './format-table.tsx'

/** Format Statistiken: all formats in numbers, sortable by each. */
export function FormatChart({ search, share }: { search: FormatChartSearch; share: ReactNode }) {
  const { data } = useSuspenseQuery(formatChartQuery)
  const sorting = formatSorting(search.sortierung)
  const statistics = sortFormats(data, sorting)
  return (
    <ChartFrame
      title="Format Statistiken"
      intro="Zahlen, aber spannend."
      share={share}
      podium={<FormatPodium statistics={statistics} sorting={sorting} />}
      explanation={explanation}
      legend={`Sortiert nach „${sorting.label}“. Tipp auf einen Spaltenkopf, um anders zu sortieren.`}
      wide
    >
      {statistics.length === 0 ? (
        <EmptyState emoji="📺" title="Noch keine Formate" text="Sendepause. Schau bald wieder rein." />
      ) : (
        <>
          <FormatTable statistics={statistics} sorting={sorting} />
          <EndOfList>Das waren alle. Mehr Fernsehen gibt’s nicht.</EndOfList>
        </>
      )}
    </ChartFrame>
  )
}

type Props = { statistics: FormatStatistic[]; sorting: FormatSorting }

function FormatPodium({ statistics, sorting }: Props) {
  if (statistics.length === 0) return null
  return (
    <Podium
      entries={statistics.slice(0, 3).map((statistic, index) => ({
        key: statistic.format.id,
        picture: <FormatAvatar format={statistic.format} size={index === 0 ? 'first' : 'podium'} />,
        title: <FormatLink format={statistic.format} />,
        value: <PodiumValue value={sorting.value(statistic)} isScore={sorting.key === 'score'} />,
      }))}
    />
  )
}

function PodiumValue({ value, isScore }: { value: number | null; isScore: boolean }) {
  return isScore ? <Heat score={value} /> : <Figure>{formatCount(value ?? 0)}</Figure>
}

const explanation =
  'Gezählt wird, was bei HoT steht: wer in mindestens einer Staffel dabei war (jede Person einmal), die Staffeln, freigegebene Beiträge mit dem Format als Thema und alle Sendetermine, auch die kommenden. Der HoT-Schnitt ist der Durchschnitt aller, die dabei waren und genug Stimmen haben. Die Balken zeigen die Sendetermine der letzten zwölf Monate, der rechte ist der laufende. Bei Gleichstand stehen oben, wo mehr Leute dabei waren, dann geht es nach dem Namen. Beiträge und HoT-Schnitt rechnen wir einmal in der Stunde neu.'
