import type { OwnAppeal } from '@hot/domain/contract/account/decision'
import { appealTexts, decisionTitle } from '@hot/domain/moderation/sanction-texts'
import { longDateTime } from '@hot/domain/time/german-date'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { buttonClass } from '#web/ui/controls/button-class.ts'
import { Note } from '#web/ui/feedback/callout.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { PageHead } from '#web/ui/layout/page-header.tsx'
import { SectionHead } from '#web/ui/layout/section-header.tsx'
import { AppealForm } from './appeal-form.tsx'
import { ownDecisionQuery } from './sanction-queries.ts'
import { SanctionsSkeleton } from './sanctions-skeleton.tsx'
import { Reasons } from './statement.tsx'

/** `/account/einspruch/{id}`: one decision, and the one appeal there is against it. */
export function AppealPage({ id }: { id: string }) {
  const viewer = useViewer()
  return (
    <>
      <PageHead title="Einspruch">
        <Link to="/account/moderation" className={buttonClass()}>
          Alle Entscheidungen
        </Link>
      </PageHead>
      {viewer.state === 'member' && <Decision userId={viewer.user.id} id={id} />}
    </>
  )
}

function Decision({ userId, id }: { userId: string; id: string }) {
  const { data, isError, refetch } = useQuery(ownDecisionQuery(userId, id))
  if (isError && data === undefined)
    return <ErrorState title="Die Entscheidung konnte nicht geladen werden" onRetry={() => void refetch()} />
  if (data === undefined) return <SanctionsSkeleton />
  if (data === null)
    return <EmptyState emoji="🔎" title="Diese Entscheidung gibt es nicht." text="Oder sie betrifft nicht dich." />
  return (
    <div className="grid max-w-prose gap-8">
      <section aria-labelledby="entscheidung" className="grid gap-4">
        <SectionHead id="entscheidung" title={decisionTitle(data)}>
          <time className="meta" dateTime={data.created_at}>
            {longDateTime(data.created_at)}
          </time>
        </SectionHead>
        <Reasons decision={data} />
        {data.kind === 'banned' && data.ends_at && <p>Die Sperre endet von selbst am {longDateTime(data.ends_at)}.</p>}
      </section>
      <section aria-labelledby="einspruch" className="grid gap-4">
        <SectionHead id="einspruch" title="Dein Einspruch" />
        {data.appeal ? <Filed appeal={data.appeal} /> : <AppealForm userId={userId} decisionId={data.id} />}
      </section>
    </div>
  )
}

function Filed({ appeal }: { appeal: OwnAppeal }) {
  return (
    <>
      <div role="status">
        <Note kind={appeal.status === 'overturned' ? 'ok' : 'plain'}>
          <p>
            <b>{appealTexts[appeal.status]}.</b>
          </p>
          {appeal.status === 'pending' && <p>Du bekommst eine Benachrichtigung, sobald entschieden ist.</p>}
          {appeal.decision_reason && <p className="wrap-anywhere">Begründung: {appeal.decision_reason}</p>}
          {appeal.decided_at && <p className="meta">Entschieden am {longDateTime(appeal.decided_at)}</p>}
        </Note>
      </div>
      <blockquote className="wrap-anywhere border-l-4 border-rule pl-4 whitespace-pre-line">
        {appeal.message}
      </blockquote>
      <p className="meta">
        Eingelegt am {longDateTime(appeal.created_at)}. Gegen jede Entscheidung gibt es einen Einspruch.
      </p>
    </>
  )
}
