import { moderationReasonMax, reasonForm } from '@hot/domain/moderation/decision-form'
import { type ReactNode, useRef } from 'react'
import { SelectField, TextAreaField } from '#web/ui/forms/field.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import { FormDialog, ConfirmDialog as Question } from '#web/ui/overlays/dialog.tsx'
import { useEntityForm } from './entity-form.tsx'
import { type RefusalTexts, useWrite } from './write.ts'

type ConfirmProps = {
  title: ReactNode
  /** What confirming does. */
  text: ReactNode
  /** The confirm button: `Löschen`. */
  confirm: string
  danger?: boolean
  refusals?: RefusalTexts | undefined
  /** If it rejects, the dialog stays open with the message; otherwise it closes. */
  onConfirm: () => Promise<unknown>
  /** For toast or navigation; runs before anything is refetched. */
  onDone?: () => unknown
  onClose: () => void
}

/** Confirmation before something that is hard to undo. Open as long as it is rendered. */
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
  /** The confirm button: `Ablehnen`. */
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

/** The dialog of a decision: its extra fields and the reason. */
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
  /** Message for a missing reason; a generic one by default. */
  missing?: string
  refusals?: RefusalTexts | undefined
  /** Receives the trimmed reason. If it rejects, the dialog stays open with text and message; otherwise it closes. */
  onConfirm: (reason: string) => Promise<unknown>
}

/** Asks staff for a reason and performs the action. Open as long as it is rendered. */
export function ReasonDialog({ isOptional = false, missing, refusals, onConfirm, ...frame }: ReasonProps) {
  const form = useEntityForm({
    schema: reasonForm({ required: !isOptional, missing }),
    initial: { reason: '' },
    save: ({ reason }) => onConfirm(reason),
    onSaved: frame.onClose,
    refusals,
    // The caller refetches: some decisions wait for their undo period.
    affects: [],
  })
  return <ReasonFormDialog {...frame} form={form} reason={form.bind('reason')} isOptional={isOptional} />
}
