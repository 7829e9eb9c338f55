import type { OwnAppeal } from '@hot/domain/contract/account/decision'
import { redress } from '@hot/domain/moderation/grounds'
import { appealForm } from '@hot/domain/moderation/report-form'
import { appealMessageMax } from '@hot/domain/moderation/report-rules'
import { appealTexts, decisionTitle } from '@hot/domain/moderation/sanctions'
import { longDateTime } from '@hot/domain/time/german-date'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { forgetLetter, storedLetter, useLetterDraft } from '#web/lib/drafts/use-letter-draft.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { Callout, EmptyState, ErrorState } from '#web/ui/feedback/state.tsx'
import { TextAreaField } from '#web/ui/forms/field.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import { PageHead, SectionHead } from '#web/ui/layout/heading.tsx'
import { UnsavedGuard } from '#web/ui/overlays/unsaved-guard.tsx'
import { ownDecisionQuery, sanctionsKey } from './api.ts'
import { Reasons, SanctionsSkeleton } from './decision.tsx'

/** `/account/einspruch/{id}`: a decision, and the one appeal against it. */
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
      </section>
      <section aria-labelledby="einspruch" className="grid gap-4">
        <SectionHead id="einspruch" title="Dein Einspruch" />
        {data.appeal ? (
          <Filed appeal={data.appeal} userId={userId} slot={slotOf(data.id)} />
        ) : (
          <AppealForm userId={userId} decisionId={data.id} />
        )}
      </section>
    </div>
  )
}

/** Where its text is stored until it has arrived. */
const slotOf = (decisionId: string) => `appeal:${decisionId}`

function Filed({ appeal, userId, slot }: { appeal: OwnAppeal; userId: string; slot: string }) {
  // It has arrived, also when the page was gone before the answer.
  useEffect(() => forgetLetter(userId, slot), [userId, slot])
  return (
    <>
      <div role="status">
        <Callout kind={appeal.status === 'overturned' ? 'ok' : 'plain'}>
          <p>
            <b>{appealTexts[appeal.status]}.</b>
          </p>
          {appeal.status === 'pending' && <p>Du bekommst eine Benachrichtigung, sobald entschieden ist.</p>}
          {appeal.decision_reason && <p className="wrap-anywhere">Begründung: {appeal.decision_reason}</p>}
          {appeal.decided_at && <p className="meta">Entschieden am {longDateTime(appeal.decided_at)}</p>}
        </Callout>
      </div>
      <blockquote className="wrap-anywhere border-l-4 border-rule pl-4 whitespace-pre-line">
        {appeal.message}
      </blockquote>
      <p className="meta">
        Eingelegt am {longDateTime(appeal.created_at)}. Gegen jede Entscheidung gibt es einen Einspruch.{' '}
        {appeal.status === 'upheld' && <span>{redress}</span>}
      </p>
    </>
  )
}

const refusals = {
  message_length: 'Das ist zu lang. Höchstens 2.000 Zeichen.',
}

/** The form for an appeal. A decision has at most one, so sending again after a lost response does no harm. */
function AppealForm({ userId, decisionId }: { userId: string; decisionId: string }) {
  const client = useQueryClient()
  const slot = slotOf(decisionId)
  const [begun] = useState(() => storedLetter(userId, slot))
  const form = useZodForm(appealForm, { message: begun })
  const write = useWrite(
    async ({ message }: { message: string }) => {
      await rpc('file_appeal', { p_decision: decisionId, p_message: message })
      await client.invalidateQueries({ queryKey: sanctionsKey(userId) })
    },
    { refusals },
  )
  const message = form.watch('message')
  const { isStored } = useLetterDraft(userId, slot, message, begun)
  return (
    <form {...form.formProps(write.run)} className="grid gap-4" aria-busy={write.busy}>
      <p>
        Sag, was das Team übersehen hat. Entscheiden wird jemand anderes als beim ersten Mal, wenn es möglich ist. Du
        hast einen Einspruch.
      </p>
      <TextAreaField
        label="Warum ist die Entscheidung falsch?"
        hint={
          isStored ? 'Was du tippst, bleibt auf diesem Gerät, bis du es abschickst oder dich abmeldest.' : undefined
        }
        rows={6}
        maxLength={appealMessageMax}
        counter={{ used: message.length, max: appealMessageMax }}
        {...form.input('message')}
      />
      <FormFooter action={write} submit="Einspruch einlegen" working="Wird gesendet …" variant="strong" />
      <UnsavedGuard isUnsaved={!isStored && message.trim() !== '' && !write.busy} />
    </form>
  )
}
