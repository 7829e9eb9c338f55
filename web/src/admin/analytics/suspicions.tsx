import type { AdminAnalytics } from '@hot/domain/contract/admin/analytics'
import { formatCount } from '#web/ui/data/format-number.ts'
import { SectionHead } from '#web/ui/layout/section-header.tsx'
import { suspicionRows } from './analytics-rows.ts'

/** Registrations that the server took note of. */
export function Suspicions({ page }: { page: AdminAnalytics }) {
  const rows = suspicionRows(page)
  return (
    <section>
      <SectionHead title="Auffällige Registrierungen" />
      {rows.length === 0 && <p className="meta">Keine in diesem Zeitraum.</p>}
      {rows.length > 0 && (
        <dl className="suspicions">
          {rows.map(({ name, total }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="num">{formatCount(total)}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
