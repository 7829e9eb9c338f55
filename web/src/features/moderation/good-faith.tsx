import { type ReactNode, useId } from 'react'

type Props = {
  value: boolean
  error: string | undefined
  onChange: (value: boolean) => void
  /** What is confirmed. */
  children: ReactNode
}

/** The statement that what somebody reports or asks for is true to the best of their knowledge. */
export function GoodFaith({ value, error, onChange, children }: Props) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="flex min-h-11 items-start gap-3 py-2">
        <input
          id={id}
          type="checkbox"
          className="mt-0.5 size-6 shrink-0 accent-ink"
          checked={value}
          aria-invalid={Boolean(error)}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{children}</span>
      </label>
      {error && (
        <p id={`${id}-error`} className="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
