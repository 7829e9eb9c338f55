import type { ReportAnswer } from '@hot/domain/contract/report-intake'
import {
  type ReportDraft,
  type ReportMistakes,
  reportDetailsMax,
  reportMistakes,
  reportReasons,
} from '@hot/domain/moderation/report-rules'
import { type FormEvent, useState } from 'react'
import type { ReportTarget } from '#web/entities/post/report-request.ts'
import { useAction } from '#web/lib/api/rpc/use-action.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { FormFoot } from '#web/ui/forms/form-footer.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextAreaField } from '#web/ui/forms/text-area-field.tsx'
import { useMistakeFocus } from '#web/ui/forms/use-mistake-focus.ts'
import { GuestFields } from './guest-fields.tsx'
import { reportRefusals, sendReport } from './send-report.ts'

type Props = {
  target: ReportTarget
  onBusy: (busy: boolean) => void
  onSent: (state: ReportAnswer['state']) => void
  onCancel: () => void
}

type Typed = Omit<ReportDraft, 'guest'> & { guest: NonNullable<ReportDraft['guest']> }
const empty: Typed = { reason: '', details: '', guest: { name: '', email: '', goodFaith: false } }

/** Reason and words; of guests also who they are. What was typed stays when sending fails. */
export function ReportForm({ target, onBusy, onSent, onCancel }: Props) {
  const isGuest = useViewer().state !== 'member'
  const [typed, setTyped] = useState(empty)
  const [mistakes, setMistakes] = useState<ReportMistakes>({})
  // One number for all attempts: sent twice after a lost answer, it is one report.
  const [id] = useState(() => crypto.randomUUID())
  const action = useAction(reportRefusals)
  const { form, focusMistake } = useMistakeFocus()
  const change = (changes: Partial<Typed>) => {
    setTyped((before) => ({ ...before, ...changes }))
    setMistakes({})
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const draft: ReportDraft = { ...typed, guest: isGuest ? typed.guest : null }
    const found = reportMistakes(draft)
    setMistakes(found)
    if (Object.keys(found).length > 0) return focusMistake()
    onBusy(true)
    await action.run(async () => onSent(await sendReport(id, target, draft)))
    onBusy(false)
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4" aria-busy={action.busy}>
      <SelectField
        label="Grund"
        name="reason"
        value={typed.reason}
        error={mistakes.reason}
        onChange={({ target: { value } }) => change({ reason: reportReasons.find((reason) => reason === value) ?? '' })}
      >
        <option value="">Grund wählen …</option>
        {reportReasons.map((reason) => (
          <option key={reason}>{reason}</option>
        ))}
      </SelectField>
      <TextAreaField
        label={typed.reason === 'Sonstiges' ? 'Worum geht es?' : 'Worum geht es? (optional)'}
        name="details"
        value={typed.details}
        error={mistakes.details}
        counter={{ used: typed.details.length, max: reportDetailsMax }}
        onChange={(event) => change({ details: event.target.value })}
      />
      {isGuest && <GuestFields guest={typed.guest} mistakes={mistakes} onChange={(guest) => change({ guest })} />}
      <FormFoot action={action} submit="Melden" working="Wird gesendet …" variant="strong" onCancel={onCancel} />
    </form>
  )
}
