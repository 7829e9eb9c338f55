import type { ComponentProps } from 'react'
import { Field, type FieldText } from './field.tsx'
import './code-field.css'

type Props = FieldText &
  Omit<ComponentProps<'input'>, 'id' | 'className' | 'type' | 'value' | 'onChange'> & {
    value: string
    onChange: (code: string) => void
    length?: number
  }

/** A code from an app, a mail or an SMS: digits only, autofilled where the system supports it. */
export function CodeField({ label, hint, error, counter, onChange, length = 6, ...input }: Props) {
  return (
    <div className="code-field">
      <Field label={label} hint={hint} error={error} counter={counter}>
        {(control) => (
          <input
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="[0-9]*"
            {...input}
            {...control}
            onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, length))}
          />
        )}
      </Field>
    </div>
  )
}
