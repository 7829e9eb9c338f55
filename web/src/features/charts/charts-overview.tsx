import { type ChartEntry, type ChartId, chartEntries } from '@hot/domain/chart/entries'
import type { ChartsPage } from '@hot/domain/contract/chart'
import { queryOptions } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { PageHead, SectionHead } from '#web/ui/layout/heading.tsx'
import { cached } from './api.ts'
import { MemberRows, NoStars } from './chart-rows.tsx'
import { FormatRows } from './format-rows.tsx'
import { SleuthRows } from './sleuth-chart.tsx'
import { SocialRows } from './social-chart.tsx'
import { StarPodium } from './star-chart.tsx'

type Overview = {
  /** What the numbers mean. */
  line: string
  more?: string
  /** Shown when the ranking is empty. */
  Empty: (props: { page: ChartsPage }) => ReactNode
  wide?: boolean
  show: (page: ChartsPage) => ReactNode
}

/** What the overview shows of each chart. */
const overviews: Record<ChartId, Overview> = {
  'hot-bestenliste': {
    line: 'HoT-Score aus drei Fragen',
    Empty: ({ page }) => <NoStars waiting={page.waiting} />,
    wide: true,
    show: ({ stars }) => <StarPodium stars={stars} />,
  },
  'social-media-bestenliste': {
    line: 'Follower auf allen Plattformen, Pfeile: 30 Tage',
    Empty: () => <p className="text-ink-2">Noch keine Zahlen. Das Team zählt noch.</p>,
    wide: true,
    show: ({ social }) => <SocialRows ranks={social} />,
  },
  'format-statistiken': {
    line: 'Wo die meisten dabei waren',
    more: 'Alle Zahlen',
    Empty: () => <p className="text-ink-2">Noch keine Formate. Sendepause.</p>,
    show: ({ formats }) => <FormatRows statistics={formats} />,
  },
  meinungsmacher: {
    line: 'Verschiedene Leute, die abgestimmt, reagiert oder kommentiert haben, 30 Tage',
    Empty: () => <p className="text-ink-2">Dreißig Tage Ruhe. Sag du was.</p>,
    show: ({ opinion_makers }) => <MemberRows ranks={opinion_makers} />,
  },
  'karma-champs': {
    line: 'Karma der letzten 30 Tage',
    Empty: () => <p className="text-ink-2">Noch niemand mit gutem Karma. Sei nett.</p>,
    show: ({ karma }) => <MemberRows ranks={karma} />,
  },
  spuernasen: {
    line: 'Treffer bei Gerüchten, über die das Team entschieden hat',
    Empty: () => <p className="text-ink-2">Noch keine Spürnase. Stimm ab, bevor das Team entscheidet.</p>,
    show: ({ sleuths }) => <SleuthRows ranks={sleuths} />,
  },
}

/** The first three of each chart. */
export const chartsQuery = queryOptions({
  ...cached.members,
  queryKey: ['charts', 'overview'],
  queryFn: ({ signal }) => rpc('charts_page', {}, signal),
})

const wideFirst = chartEntries.toSorted((a, b) => Number(!overviews[a.id].wide) - Number(!overviews[b.id].wide))

/** The first three of each chart. */
export function ChartsOverview({ page }: { page: ChartsPage }) {
  return (
    <div className="page">
      <PageHead
        title="Charts"
        intro="Wer oben ist, wer war und wer noch will. Wie gerechnet wird, steht in jeder Liste."
      />
      <div className="page-grid">
        {wideFirst.map((chart) => (
          <ChartSection key={chart.id} chart={chart} page={page} />
        ))}
      </div>
    </div>
  )
}

function ChartSection({ chart, page }: { chart: ChartEntry; page: ChartsPage }) {
  const id = useId()
  const { line, more = 'Ganze Liste', Empty, wide, show } = overviews[chart.id]
  return (
    <section className={wide ? 'lg:col-span-6' : 'lg:col-span-4'} aria-labelledby={id}>
      <SectionHead id={id} title={chart.title}>
        <Link to={chart.path}>{more}</Link>
      </SectionHead>
      {chart.leaders(page).length === 0 ? (
        <Empty page={page} />
      ) : (
        <>
          <p className="meta">{line}</p>
          {show(page)}
        </>
      )}
    </section>
  )
}
