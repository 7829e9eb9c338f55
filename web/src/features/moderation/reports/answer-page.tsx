import type { CaseAnswer } from '@hot/domain/contract/community'
import { caseAnswerForm } from '@hot/domain/moderation/report-form'
import { caseNoteMax } from '@hot/domain/moderation/report-rules'
import { textLength } from '@hot/domain/text/sanitize-text'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { forgetLetter, storedLetter, useLetterDraft } from '#web/lib/drafts/use-letter-draft.ts'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { LinkNeedsScript } from '#web/ui/feedback/mailed-link.tsx'
import { ErrorState } from '#web/ui/feedback/state.tsx'
import { TextAreaField } from '#web/ui/forms/field.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import { PageHead } from '#web/ui/layout/heading.tsx'
import { UnsavedGuard } from '#web/ui/overlays/unsaved-guard.tsx'
import { LinkOutcome } from './link-outcome.tsx'

const outcomes: Record<CaseAnswer['state'], { emoji: string; title: string; text: string }> = {
  answered: { emoji: '✅', title: 'Deine Antwort ist angekommen.', text: 'Das Team liest sie, bevor es entscheidet.' },
  already: { emoji: '✅', title: 'Das hast du schon beantwortet.', text: 'Deine Antwort liegt beim Team.' },
  unknown: {
    emoji: '🔗',
    title: 'Dieser Link gilt nicht.',
    text: 'Er ist älter als 30 Tage oder nicht vollständig. Kopiere ihn ganz aus der Mail.',
  },
}

/** The code is in the hash, which browsers do not send to the server. */
const questionQuery = (code: string) =>
  queryOptions({
    queryKey: ['case-question', code],
    queryFn: ({ signal }) => rpc('case_question', { p_code: code }, signal),
    gcTime: 0,
  })

/** `/melden/antworten`: what the team asked somebody who reported or wrote something, and a field for one answer. */
export function AnswerPage() {
  const code = useLocation({ select: ({ hash }) => hash })
  const { data, isError, refetch } = useQuery(questionQuery(code))
  const [sent, setSent] = useState<CaseAnswer['state'] | null>(null)
  const state = sent ?? (data && data.state !== 'open' ? data.state : null)
  const viewer = useViewer()
  const owner = viewer.state === 'member' ? viewer.user.id : null
  const slot = slotOf(code)
  // It has arrived, also when the page was gone before the answer.
  useEffect(() => {
    if (state) forgetLetter(owner, slot)
  }, [state, owner, slot])
  return (
    <div className="page">
      <PageHead title="Rückfrage beantworten" />
      <LinkNeedsScript />
      {state ? (
        <LinkOutcome {...outcomes[state]} />
      ) : isError ? (
        <ErrorState title="Die Frage konnte nicht geladen werden" onRetry={() => void refetch()} />
      ) : data ? (
        <AnswerForm key={owner} code={code} question={data.question ?? ''} owner={owner} slot={slot} onSent={setSent} />
      ) : (
        <div role="status" aria-label="Frage wird geladen" className="max-w-prose noscript:hidden">
          <Skeleton className="h-40" />
        </div>
      )}
    </div>
  )
}

/** Where the answer is stored while it is typed: enough of the code to tell two questions apart, and not to answer one. */
const slotOf = (code: string) => `answer:${code.slice(0, 8)}`

type FormProps = {
  code: string
  question: string
  /** Null: a guest. */
  owner: string | null
  slot: string
  onSent: (state: CaseAnswer['state']) => void
}

function AnswerForm({ code, question, owner, slot, onSent }: FormProps) {
  const [begun] = useState(() => storedLetter(owner, slot))
  const form = useZodForm(caseAnswerForm, { text: begun })
  const text = form.watch('text')
  const draft = useLetterDraft(owner, slot, text, begun)
  const write = useWrite((fields: { text: string }) => rpc('answer_case', { p_code: code, p_text: fields.text }), {
    onDone: ({ state }) => {
      draft.forget()
      onSent(state)
    },
  })
  return (
    <form {...form.formProps(write.run)} className="grid max-w-prose gap-4" aria-busy={write.busy}>
      <p>Das Team fragt dich:</p>
      <blockquote className="wrap-anywhere border-l-4 border-rule pl-4 whitespace-pre-line">{question}</blockquote>
      <TextAreaField
        label="Deine Antwort"
        hint={draft.hint('Liest nur das Team. Was du schreibst, wird nach 180 Tagen gelöscht.')}
        rows={6}
        maxLength={caseNoteMax}
        counter={{ used: textLength(text), max: caseNoteMax }}
        {...form.input('text')}
      />
      <FormFooter action={write} submit="Antwort senden" working="Wird gesendet …" variant="strong" />
      <UnsavedGuard isUnsaved={text.trim() !== '' && !write.busy} onDiscard={draft.forget} />
    </form>
  )
}
