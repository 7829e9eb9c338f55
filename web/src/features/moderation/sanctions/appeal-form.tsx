import { appealMessageMax } from '@hot/domain/moderation/report-rules'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useAction } from '#web/lib/api/rpc/use-action.ts'
import { FormFoot } from '#web/ui/forms/form-footer.tsx'
import { TextAreaField } from '#web/ui/forms/text-area-field.tsx'
import { UnsavedGuard } from '#web/ui/forms/unsaved-guard.tsx'
import { useMistakeFocus } from '#web/ui/forms/use-mistake-focus.ts'
import { sanctionsKey } from './sanction-queries.ts'

const missing = 'Schreib, warum du anderer Meinung bist.'
const refusals = { message_missing: missing, message_length: 'Das ist zu lang. Höchstens 2.000 Zeichen.' }

/** One appeal per decision: an answer that got lost is found when sending again. */
export function AppealForm({ userId, decisionId }: { userId: string; decisionId: string }) {
  const client = useQueryClient()
  const [message, setMessage] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  const action = useAction(refusals)
  const { form, focusMistake } = useMistakeFocus()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const text = message.trim()
    setMistake(text ? null : missing)
    if (!text) return focusMistake()
    await action.run(async () => {
      await rpc('file_appeal', { p_decision: decisionId, p_message: text })
      await client.invalidateQueries({ queryKey: sanctionsKey(userId) })
    })
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4" aria-busy={action.busy}>
      <p>
        Sag, was das Team übersehen hat. Entscheiden wird jemand anderes als beim ersten Mal, wenn es möglich ist. Du
        hast einen Einspruch.
      </p>
      <TextAreaField
        label="Warum ist die Entscheidung falsch?"
        name="message"
        rows={6}
        value={message}
        maxLength={appealMessageMax}
        counter={{ used: message.length, max: appealMessageMax }}
        error={mistake}
        onChange={(event) => {
          setMessage(event.target.value)
          setMistake(null)
        }}
      />
      <FormFoot action={action} submit="Einspruch einlegen" working="Wird gesendet …" variant="strong" />
      <UnsavedGuard isUnsaved={message.trim() !== '' && !action.busy} />
    </form>
  )
}
