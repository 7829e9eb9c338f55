import type { AdminDecision } from '@hot/domain/contract/admin/users'
import { Badge } from '#web/ui/data/badge.tsx'
import { decisionName, moment, severityNames } from './user-texts.ts'

const targets = { post: 'Beitrag', comment: 'Kommentar', profile: 'Account' } as const

/** Decisions of the team about a member, latest first. */
export function MemberHistory({ history }: { history: readonly AdminDecision[] }) {
  if (history.length === 0) return <p className="meta">Keine Verwarnung, keine Sperre, nichts entfernt.</p>
  return (
    <>
      <ul>
        {history.map((decision) => (
          <li key={decision.id} className="grid gap-1 border-t border-rule py-3 first:border-t-0">
            <p className="flex flex-wrap items-center gap-2">
              <Badge>{decisionName(decision)}</Badge>
              <span className="meta">
                {targets[decision.target_type]}
                {decision.severity && `, ${severityNames[decision.severity]}`}
                {decision.action === 'banned' &&
                  (decision.ban_duration_days ? `, ${decision.ban_duration_days} Tage` : ', auf Dauer')}
              </span>
            </p>
            <p className="wrap-anywhere">{decision.reason}</p>
            <p className="meta">
              {decision.by?.nickname ?? 'Unbekannt'},{' '}
              <time dateTime={decision.created_at}>{moment(decision.created_at)}</time>
            </p>
          </li>
        ))}
      </ul>
      {history.length === 100 && <p className="meta">Ältere Einträge stehen in der Aktivität.</p>}
    </>
  )
}
