import type { AdminAnalytics } from '@hot/domain/contract/admin/analytics'
import { formatCount } from '#web/ui/data/format-number.ts'
import { SectionHead } from '#web/ui/layout/section-header.tsx'
import { figureNames } from './analytics-rows.ts'
import { DayBars } from './day-bars.tsx'

/** One chart for each figure; the numbers of every day stand in the table below. */
export function FigureCharts({ page }: { page: AdminAnalytics }) {
  return (
    <section>
      <SectionHead title="Auf einen Blick" />
      <ul className="figure-charts">
        {figureNames.map(({ key, title }) => (
          <li key={key}>
            <h3>{title}</h3>
            <b className="num">{formatCount(page.total[key])}</b>
            <DayBars title={title} days={page.days.map((day) => ({ day: day.day, value: day[key] }))} />
          </li>
        ))}
      </ul>
    </section>
  )
}
