import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatCount } from '#web/ui/data/format-number.ts'
import { memberChartQuery } from '../charts-queries.ts'
import { chartWindow, type MemberChartSearch } from '../charts-search.ts'
import { MemberChart } from './member-chart.tsx'

/** Meinungsmacher: members by distinct people who answered their posts. */
export function OpinionMakersChart({ search, share }: { search: MemberChartSearch; share: ReactNode }) {
  const { data } = useSuspenseQuery(memberChartQuery('chart_opinion_makers', chartWindow(search)))
  return (
    <MemberChart
      path="/charts/community/meinungsmacher"
      search={search}
      share={share}
      title="Meinungsmacher"
      intro="Reden, bis alle antworten."
      explanation={explanation}
      unit="verschiedene Leute"
      ranks={data}
      rowMeta={({ karma }) => `Karma ${formatCount(karma)}`}
      end="Mehr Meinung passt nicht auf eine Seite."
    />
  )
}

const explanation =
  'Gezählt werden Leute, nicht Klicks: alle anderen Mitglieder, die bei deinen freigegebenen Beiträgen abgestimmt, reagiert oder kommentiert haben. Wer zehnmal antwortet, zählt einmal, du selbst zählst nie. Gelöschte Kommentare und zurückgenommene Stimmen zählen nicht mehr. Bei 30 Tagen zählt nur, was in den letzten 30 Tagen passiert ist. Bei Gleichstand entscheidet der Name, und der Pfeil vergleicht mit dem Platz, den dieselbe Rechnung vor einer Woche ergeben hätte. Gezeigt werden die ersten hundert, einmal in der Stunde neu gezählt.'
