import { moderationReasonMax } from '@hot/domain/moderation/limits'
import { reasonForm } from '@hot/domain/moderation/reason-form'
import { type ReactNode, useRef } from 'react'
import { FormFoot } from '#web/ui/forms/form-footer.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextAreaField } from '#web/ui/forms/text-area-field.tsx'
import { ConfirmDialog as Question } from '#web/ui/overlays/confirm-dialog.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { useEntityForm } from './entity-form.tsx'
import { type Refusals, useWrite } from './write.ts'

type ConfirmProps = {
  title: ReactNode
  /** What happens then. */
  text: ReactNode
  /** The button: `Löschen`. */
  confirm: string
  danger?: boolean
  refusals?: Refusals | undefined
  /** When it throws, the dialog stays with the message; otherwise it closes itself. */
  onConfirm: () => Promise<unknown>
  /** Toast, navigation: before anything is fetched again. */
  onDone?: () => unknown
  onClose: () => void
}

/** The last question before something that is hard to take back. Shown as long as it is rendered. */
export function ConfirmDialog({ confirm, refusals, onConfirm, onDone, onClose, ...question }: ConfirmProps) {
  const write = useWrite(onConfirm, { refusals, onDone })
  const go = async () => {
    if (await write.run()) onClose()
  }
  return (
    <Question
      {...question}
      confirm={write.busy ? 'Einen Moment …' : confirm}
      busy={write.busy}
      failure={write.failure}
      onConfirm={go}
      onClose={onClose}
    />
  )
}

type ReasonProps = {
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
  refusals?: Refusals | undefined
  /** Gets the trimmed reason. When it throws, the dialog stays with text and message; otherwise it closes itself. */
  onConfirm: (reason: string) => Promise<unknown>
  onClose: () => void
  /** Further fields, above the reason. */
  children?: ReactNode
}

/** Asks staff why, and then does it. */
export function ReasonDialog({ open, ...rest }: ReasonProps & { open: boolean }) {
  return open ? <Asking {...rest} /> : null
}

function Asking({ title, description, templates = [], confirm, danger, refusals, onClose, ...rest }: ReasonProps) {
  const { required = true, message = 'Bitte gib einen Grund für diese Moderationsaktion an.' } = rest
  const field = useRef<HTMLTextAreaElement>(null)
  const form = useEntityForm({
    schema: reasonForm({ required, message }),
    initial: { reason: '' },
    save: ({ reason }) => rest.onConfirm(reason),
    onSaved: onClose,
    refusals,
    // The caller says what is fetched again: some decisions wait for their undo.
    affects: [],
  })
  const reason = form.bind('reason')
  const { ref, ...input } = form.input('reason')
  const register = (area: HTMLTextAreaElement | null) => {
    field.current = area
    ref(area)
  }
  return (
    <FormDialog wide busy={form.action.busy} onClose={onClose} title={title} description={description} startAt={field}>
      <form {...form.formProps} className="grid gap-4">
        {rest.children}
        {templates.length > 0 && (
          <SelectField
            label="Vorlage"
            value={templates.includes(reason.value) ? reason.value : ''}
            onChange={(event) => reason.onChange(event.target.value)}
          >
            <option value="">Vorlage wählen …</option>
            {templates.map((template) => (
              <option key={template}>{template}</option>
            ))}
          </SelectField>
        )}
        <TextAreaField
          label={required ? 'Grund' : 'Grund (optional)'}
          ref={register}
          {...input}
          maxLength={moderationReasonMax}
          counter={{ used: reason.value.length, max: moderationReasonMax }}
        />
        <FormFoot action={form.action} submit={confirm} variant={danger ? 'danger' : 'strong'} onCancel={onClose} />
      </form>
    </FormDialog>
  )
}
