import type { ReactNode } from 'react'
import type { ButtonLook } from '../controls/button.tsx'
import { Button } from '../controls/button.tsx'
import { FormFailure } from './form-failure.tsx'

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

/** How a form ends: what went wrong, the button that sends, the way back. */
export function FormFoot(props: Props) {
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
