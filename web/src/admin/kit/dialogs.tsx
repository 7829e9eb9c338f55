import { moderationReasonMax, reasonForm } from '@hot/domain/moderation/decision-form'
import { type ReactNode, useRef } from 'react'
import { SelectField, TextAreaField } from '#web/ui/forms/field.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import { FormDialog, ConfirmDialog as Question } from '#web/ui/overlays/dialog.tsx'
import { useEntityForm } from './entity-form.tsx'
import { type RefusalTexts, useWrite } from './write.ts'

type ConfirmProps = {
  title: ReactNode
  /** What happens then. */
  text: ReactNode
  /** The button: `Löschen`. */
  confirm: string
  danger?: boolean
  refusals?: RefusalTexts | undefined
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

type ReasonFrameProps = {
  title: ReactNode
  description?: ReactNode
  /** Reasons to start from; choosing one fills the text. */
  templates?: readonly string[] | undefined
  /** The button: `Ablehnen`. */
  confirm: string
  danger?: boolean | undefined
  onClose: () => void
  /** Further fields, above the reason. */
  children?: ReactNode
}

type ReasonFormProps = ReasonFrameProps & {
  form: Pick<ReturnType<typeof useEntityForm>, 'formProps' | 'action'>
  /** The form's `bind('reason')`. */
  reason: { value: string; error: string | undefined; onChange: (text: string) => void }
  isOptional?: boolean
}

/** The dialog around a form of a decision: what else it asks for, and why. */
export function ReasonFormDialog({ form, reason, isOptional = false, templates = [], ...frame }: ReasonFormProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const { confirm, danger, onClose, children, ...dialog } = frame
  return (
    <FormDialog {...dialog} wide busy={form.action.busy} onClose={onClose} startAt={field}>
      <form {...form.formProps} className="grid gap-4">
        {children}
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
          label={isOptional ? 'Grund (optional)' : 'Grund'}
          ref={field}
          name="reason"
          value={reason.value}
          error={reason.error}
          onChange={(event) => reason.onChange(event.target.value)}
          maxLength={moderationReasonMax}
          counter={{ used: reason.value.length, max: moderationReasonMax }}
        />
        <FormFooter action={form.action} submit={confirm} variant={danger ? 'danger' : 'strong'} onCancel={onClose} />
      </form>
    </FormDialog>
  )
}

type ReasonProps = ReasonFrameProps & {
  isOptional?: boolean
  /** Said where there is no reason; a usual sentence without it. */
  missing?: string
  refusals?: RefusalTexts | undefined
  /** Gets the trimmed reason. When it throws, the dialog stays with text and message; otherwise it closes itself. */
  onConfirm: (reason: string) => Promise<unknown>
}

/** Asks staff why, and then does it. Shown as long as it is rendered. */
export function ReasonDialog({ isOptional = false, missing, refusals, onConfirm, ...frame }: ReasonProps) {
  const form = useEntityForm({
    schema: reasonForm({ required: !isOptional, missing }),
    initial: { reason: '' },
    save: ({ reason }) => onConfirm(reason),
    onSaved: frame.onClose,
    refusals,
    // The caller says what is fetched again: some decisions wait for their undo.
    affects: [],
  })
  return <ReasonFormDialog {...frame} form={form} reason={form.bind('reason')} isOptional={isOptional} />
}
