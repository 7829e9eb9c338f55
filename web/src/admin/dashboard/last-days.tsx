import type { AdminStats } from '@hot/domain/contract/admin/staff'
import { dayMonth } from '@hot/domain/time/german-date'
import { formatCount } from '#web/ui/data/format-number.ts'
import { MiniBars } from '#web/ui/data/sparkline.tsx'
import { SectionHead } from '#web/ui/layout/section-header.tsx'

type Series = 'users' | 'posts' | 'reports' | 'actions'
const series: readonly { key: Series; title: string }[] = [
  { key: 'users', title: 'Neue Mitglieder' },
  { key: 'posts', title: 'Neue Beiträge' },
  { key: 'reports', title: 'Meldungen' },
  { key: 'actions', title: 'Aktionen des Teams' },
]

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Small pictures of the last 30 days. */
export function LastDays({ days }: { days: AdminStats['days'] }) {
  return (
    <section>
      <SectionHead title="Die letzten 30 Tage" />
      <ul className="last-days">
        {series.map(({ key, title }) => (
          <li key={key}>
            <span>{title}</span>
            <b className="num">{formatCount(sum(days[key]))}</b>
            <MiniBars
              label={`${title} je Tag seit dem ${dayMonth(days.first_day)}, heute ${formatCount(days[key].at(-1) ?? 0)}`}
              values={days[key]}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
