import type { AdminPostFigures } from '@hot/domain/contract/admin/posts'
import { berlinDay, berlinTime } from '@hot/domain/time/berlin-time'
import { clock, shortDay } from '@hot/domain/time/german-date'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { DataTable } from '#web/ui/data/data-table.tsx'
import { SectionHead } from '#web/ui/layout/heading.tsx'
import { figuresQuery } from './api.ts'

// Screens of the admin area are one route: their addresses are plain text.
const activityPath: string = '/admin/activity'

type Recent = AdminPostFigures['recent'][number]
const words: Readonly<Record<Recent['action'], string>> = {
  approved: 'Freigegeben',
  rejected: 'Abgelehnt',
  deleted: 'Gelöscht',
  restored: 'Wiederhergestellt',
}
const isGood = (action: Recent['action']) => action === 'approved' || action === 'restored'

const timeOf = (instant: string, now: string) =>
  berlinDay(instant) === berlinDay(now) ? clock(berlinTime(instant)) : shortDay(berlinDay(instant))

/** What the team decided last, about whichever post. */
export function RecentDecisions({ now }: { now: string }) {
  const { data } = useQuery(figuresQuery)
  if (!data || data.recent.length === 0) return null
  return (
    <section aria-labelledby="recent-decisions" className="mt-6">
      <SectionHead title="Zuletzt erledigt" id="recent-decisions">
        <Link to={activityPath} className="link">
          Aktivität
        </Link>
      </SectionHead>
      <DataTable caption="Die letzten Entscheidungen über Beiträge">
        <thead>
          <tr>
            <th>Beitrag</th>
            <th>Entscheidung</th>
            <th>Von</th>
            <th className="number">Zeit</th>
          </tr>
        </thead>
        <tbody>
          {data.recent.map((item) => (
            <tr key={item.id}>
              <td>
                <b className="wrap-anywhere">{item.title}</b>
              </td>
              <td>
                <b className={isGood(item.action) ? 'text-ok' : 'text-danger'}>{words[item.action]}</b>
                {item.action !== 'approved' && <span className="wrap-anywhere"> · {item.reason}</span>}
              </td>
              <td>{item.moderator_name ?? 'Unbekannt'}</td>
              <td className="number">{timeOf(item.created_at, now)}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </section>
  )
}
