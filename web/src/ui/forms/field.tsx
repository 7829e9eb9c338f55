import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { type ReactNode, useId } from 'react'
import { formatCount } from '../data/format-number.ts'
import { Icon } from '../media/icon.tsx'

export type FieldText = {
  label: ReactNode
  hint?: ReactNode
  /** What is wrong and what to do. */
  error?: string | null | undefined
  /** Characters typed and allowed. */
  counter?: { used: number; max: number } | undefined
}

type Control = { id: string; className: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }
type Props = FieldText & { children: (control: Control) => ReactNode }

/** Label above, hint and counter below, the error in words; `children` draws the control with the given attributes. */
export function Field({ label, hint, error, counter, children }: Props) {
  const id = useId()
  const hintId = hint || counter ? `${id}-hint` : null
  const errorId = error ? `${id}-error` : null
  const describedBy = [errorId, hintId].filter(Boolean).join(' ') || undefined
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, className: 'field-input', 'aria-invalid': Boolean(error), 'aria-describedby': describedBy })}
      {errorId && (
        <p className="field-error" id={errorId} role="alert">
          <Icon of={TriangleAlert} size={16} />
          {error}
        </p>
      )}
      {hintId && (
        <p className="field-hint" id={hintId}>
          <span>{hint}</span>
          {counter && (
            <span className="num">
              {formatCount(counter.used)} / {formatCount(counter.max)}
            </span>
          )}
        </p>
      )}
    </div>
  )
}
