import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import type { ReactNode } from 'react'
import { Button, type ButtonLook } from '../controls/button.tsx'
import { Icon } from '../media/icon.tsx'

type Props = {
  /** What sending does: whether it runs, and the sentence when it failed. */
  action: { busy: boolean; failure: string | null }
  /** The button: `Speichern`. */
  submit: string
  /** The button while it works. */
  working?: string
  variant?: ButtonLook['variant']
  /** There is nothing to send yet. */
  disabled?: boolean
  onCancel?: () => void
  /** More buttons behind these. */
  children?: ReactNode
}

/** The end of a form: what went wrong, the button that sends, and the one that cancels. */
export function FormFooter(props: Props) {
  const { action, submit, working = 'Einen Moment …', variant = 'hot', disabled = false, onCancel, children } = props
  return (
    <>
      <FormFailure text={action.failure} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant={variant} disabled={action.busy || disabled}>
          {action.busy ? working : submit}
        </Button>
        {onCancel && (
          <Button onClick={onCancel} disabled={action.busy}>
            Abbrechen
          </Button>
        )}
        {children}
      </div>
    </>
  )
}

/** What went wrong with a form as a whole, beside its button. */
export function FormFailure({ text }: { text: string | null }) {
  if (!text) return null
  return (
    <p className="field-error" role="alert">
      <Icon of={TriangleAlert} size={16} />
      {text}
    </p>
  )
}
