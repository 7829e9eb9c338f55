import type { CaseAnswer } from '@hot/domain/contract/community'
import { caseAnswerForm } from '@hot/domain/moderation/report-form'
import { caseNoteMax } from '@hot/domain/moderation/report-rules'
import { textLength } from '@hot/domain/text/sanitize-text'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
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
  return (
    <div className="page">
      <PageHead title="Rückfrage beantworten" />
      <LinkNeedsScript />
      {state ? (
        <LinkOutcome {...outcomes[state]} />
      ) : isError ? (
        <ErrorState title="Die Frage konnte nicht geladen werden" onRetry={() => void refetch()} />
      ) : data ? (
        <AnswerForm code={code} question={data.question ?? ''} onSent={setSent} />
      ) : (
        <div role="status" aria-label="Frage wird geladen" className="max-w-prose noscript:hidden">
          <Skeleton className="h-40" />
        </div>
      )}
    </div>
  )
}

type FormProps = { code: string; question: string; onSent: (state: CaseAnswer['state']) => void }

function AnswerForm({ code, question, onSent }: FormProps) {
  const form = useZodForm(caseAnswerForm, { text: '' })
  const write = useWrite(({ text }: { text: string }) => rpc('answer_case', { p_code: code, p_text: text }), {
    onDone: ({ state }) => onSent(state),
  })
  const text = form.watch('text')
  return (
    <form {...form.formProps(write.run)} className="grid max-w-prose gap-4" aria-busy={write.busy}>
      <p>Das Team fragt dich:</p>
      <blockquote className="wrap-anywhere border-l-4 border-rule pl-4 whitespace-pre-line">{question}</blockquote>
      <TextAreaField
        label="Deine Antwort"
        hint="Liest nur das Team. Was du schreibst, wird nach 180 Tagen gelöscht."
        rows={6}
        maxLength={caseNoteMax}
        counter={{ used: textLength(text), max: caseNoteMax }}
        {...form.input('text')}
      />
      <FormFooter action={write} submit="Antwort senden" working="Wird gesendet …" variant="strong" />
      <UnsavedGuard isUnsaved={text.trim() !== '' && !write.busy} />
    </form>
  )
}
