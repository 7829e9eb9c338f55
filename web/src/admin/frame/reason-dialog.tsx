import { moderationReasonMax } from '@hot/domain/moderation/limits'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useAction } from '#web/lib/api/rpc/use-action.ts'
import { FormFoot } from '#web/ui/forms/form-footer.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextAreaField } from '#web/ui/forms/text-area-field.tsx'
import { useMistakeFocus } from '#web/ui/forms/use-mistake-focus.ts'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'

type Props = {
  open: boolean
  title: ReactNode
  description?: ReactNode
  /** Reasons to start from; choosing one fills the text. */
  templates?: readonly string[]
  /** The button: `Ablehnen`. */
  confirm: string
  danger?: boolean
  /** Blanks are refused with `message`. */
  required?: boolean
  message?: string
  /** Texts of this action by refusal, as for `useAction`. */
  special?: Readonly<Record<string, string>>
  /** Gets the trimmed reason. When it throws, the dialog stays with text and message; otherwise it closes itself. */
  onConfirm: (reason: string) => Promise<unknown>
  onClose: () => void
  /** Further fields, above the reason. */
  children?: ReactNode
}

/** Asks staff why, and then does it. */
export function ReasonDialog({ open, ...rest }: Props) {
  return open ? <Asking {...rest} /> : null
}

function Asking({ title, description, templates = [], confirm, danger, onClose, ...rest }: Omit<Props, 'open'>) {
  const { required = true, message = 'Bitte gib einen Grund für diese Moderationsaktion an.' } = rest
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const action = useAction(rest.special)
  const field = useRef<HTMLTextAreaElement>(null)
  const { form, focusMistake } = useMistakeFocus()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const given = reason.trim()
    setMissing(required && given === '')
    if (required && given === '') return focusMistake()
    if (await action.run(() => rest.onConfirm(given))) onClose()
  }
  return (
    <FormDialog wide busy={action.busy} onClose={onClose} title={title} description={description} startAt={field}>
      <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
        {rest.children}
        {templates.length > 0 && (
          <SelectField
            label="Vorlage"
            value={templates.includes(reason) ? reason : ''}
            onChange={(event) => setReason(event.target.value)}
          >
            <option value="">Vorlage wählen …</option>
            {templates.map((template) => (
              <option key={template}>{template}</option>
            ))}
          </SelectField>
        )}
        <TextAreaField
          label={required ? 'Grund' : 'Grund (optional)'}
          name="reason"
          ref={field}
          value={reason}
          maxLength={moderationReasonMax}
          counter={{ used: reason.length, max: moderationReasonMax }}
          error={missing && reason.trim() === '' ? message : null}
          onChange={(event) => setReason(event.target.value)}
        />
        <FormFoot action={action} submit={confirm} variant={danger ? 'danger' : 'strong'} onCancel={onClose} />
      </form>
    </FormDialog>
  )
}
