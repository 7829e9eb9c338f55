import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import type { ReactNode } from 'react'
import { Button, type ButtonLook } from '../controls/button.tsx'
import { Icon } from '../media/icon.tsx'

type Props = {
  /** State of submitting: whether it is running, and the error message if it failed. */
  action: { busy: boolean; failure: string | null }
  /** The submit button: `Speichern`. */
  submit: string
  /** The submit button while busy. */
  working?: string
  variant?: ButtonLook['variant']
  /** Nothing to submit yet, or any more: the button keeps the focus that it was pressed with. */
  disabled?: boolean
  onCancel?: () => void
  /** More buttons behind these. */
  children?: ReactNode
}

/** The footer of a form: error message, submit button, and cancel button. */
export function FormFooter(props: Props) {
  const { action, submit, working = 'Einen Moment …', variant = 'hot', disabled = false, onCancel, children } = props
  return (
    <>
      <FormFailure text={action.failure} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant={variant} busy={action.busy || disabled}>
          {action.busy ? working : submit}
        </Button>
        {onCancel && (
          <Button onClick={onCancel} busy={action.busy}>
            Abbrechen
          </Button>
        )}
        {children}
      </div>
    </>
  )
}

/** The error message of the form as a whole, beside its button. */
export function FormFailure({ text }: { text: string | null }) {
  if (!text) return null
  return (
    <p className="field-error" role="alert">
      <Icon of={TriangleAlert} size={16} />
      {text}
    </p>
  )
}
