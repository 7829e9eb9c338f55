import type { StarStatement } from '@hot/domain/contract/community'
import { statementMax } from '@hot/domain/post/statement-form'
import { starAnswerForm } from '@hot/domain/star/door-form'
import { textLength } from '@hot/domain/text/sanitize-text'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { storedLetter, useLetterDraft } from '#web/lib/drafts/use-letter-draft.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { TextAreaField } from '#web/ui/forms/field.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import { FormDialog } from '#web/ui/overlays/dialog.tsx'

type Statement = NonNullable<StarStatement>
type DialogProps = {
  post: string
  userId: string
  statement: Statement
  /** How it stands now. */
  ask: () => Promise<StarStatement>
  onClose: () => void
}

const refusals = {
  statement_taken: 'Hier steht inzwischen eine Stellungnahme, die das Team veröffentlicht hat.',
  not_this_star: 'Das kann nur, um wen es in diesem Beitrag geht.',
}

function hintOf({ waiting, text }: Statement): string {
  if (waiting !== null)
    return 'Wartet auf das Team, weil ein Link oder ein heikles Thema darin ist. Lass das Feld leer, um sie wegzunehmen.'
  if (text !== null) return 'Lass das Feld leer, um sie wegzunehmen.'
  return 'Steht sofort über dem Beitrag; mit Link oder zu einem heiklen Thema schaut erst das Team darauf. Wer ihn geschrieben, kommentiert oder abgestimmt hat, erfährt davon.'
}

function outcomeOf(now: StarStatement): string {
  if (!now) return 'Deine Stellungnahme ist angekommen'
  if (now.waiting) return 'Deine Stellungnahme wartet auf das Team'
  return now.text ? 'Deine Stellungnahme steht über dem Beitrag' : 'Deine Stellungnahme ist weg'
}

/** What a star says about a post about them, above its text. */
export default function StarAnswerDialog({ post, userId, statement, ask, onClose }: DialogProps) {
  const client = useQueryClient()
  const slot = `statement:${post}`
  const current = statement.waiting ?? statement.text ?? ''
  const [begun] = useState(() => storedLetter(userId, slot, current))
  const form = useZodForm(starAnswerForm, { text: begun || current })
  const text = form.watch('text')
  const draft = useLetterDraft(userId, slot, text, begun)
  const write = useWrite((fields: { text: string }) => rpc('answer_as_star', { p_id: post, p_text: fields.text }), {
    refusals,
    onDone: async () => {
      draft.forget()
      // It is stored, whatever becomes of this question.
      const now = await ask().catch(() => null)
      // The page of the post, and lists that say there is a statement.
      await Promise.all([['posts'], ['home']].map((queryKey) => client.invalidateQueries({ queryKey })))
      showToast({ title: outcomeOf(now) })
      onClose()
    },
  })
  const discard = () => {
    draft.forget()
    onClose()
  }
  return (
    <FormDialog
      wide
      busy={write.busy}
      hasDraft={begun !== ''}
      onClose={discard}
      title="Stellung nehmen"
      description={`Als ${statement.speaker}`}
    >
      {statement.is_taken ? (
        <p>
          Hier steht schon eine Stellungnahme, die das Team veröffentlicht hat. Schreib uns, wenn sie anders lauten
          soll.
        </p>
      ) : (
        <form {...form.formProps(write.run)} className="grid gap-4">
          <TextAreaField
            label="Deine Stellungnahme"
            hint={draft.hint(hintOf(statement))}
            rows={6}
            maxLength={statementMax}
            counter={{ used: textLength(text), max: statementMax }}
            {...form.input('text')}
          />
          <FormFooter
            action={write}
            submit="Veröffentlichen"
            working="Wird gesendet …"
            variant="strong"
            onCancel={discard}
          />
        </form>
      )}
    </FormDialog>
  )
}
