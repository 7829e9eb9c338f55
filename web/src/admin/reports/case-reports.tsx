import type { ReportCase } from '@hot/domain/contract/admin/reports'
import { relativeTime } from '@hot/domain/time/relative-time'
import { MemberName } from '#web/entities/member/member-line.tsx'
import { anonymous } from './case-texts.ts'

/** Who reported it and why. Moderators see names, never addresses. */
export function CaseReports({ item: { reports, count }, now }: { item: ReportCase; now: string }) {
  return (
    <ul className="case-reports" aria-label="Meldungen">
      {reports.map((report) => (
        <li key={report.id}>
          <b>{report.reason}</b>
          <span className="meta">
            {' '}
            von <Reporter report={report} />,{' '}
            <time dateTime={report.created_at}>{relativeTime(report.created_at, now)}</time>
          </span>
          {report.details && <p className="whitespace-pre-line wrap-anywhere">{report.details}</p>}
        </li>
      ))}
      {count > reports.length && <li className="meta">und {count - reports.length} weitere</li>}
    </ul>
  )
}

function Reporter({ report: { reporter, guest_name } }: { report: ReportCase['reports'][number] }) {
  if (reporter) return <MemberName member={reporter} />
  return guest_name ? <span className="wrap-anywhere">{guest_name} (Gast)</span> : anonymous
}
