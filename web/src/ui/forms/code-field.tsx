import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { Field, type FieldText } from './field.tsx'

type Props = FieldText &
  Omit<ComponentProps<'input'>, 'id' | 'className' | 'type' | 'value' | 'onChange'> & {
    value: string
    onChange: (code: string) => void
    length?: number
  }

/** A code from an app, a mail or an SMS: digits only, autofilled where the system supports it. */
export function CodeField({ label, hint, error, counter, onChange, length = 6, ...input }: Props) {
  return (
    <Field label={label} hint={hint} error={error} counter={counter}>
      {(control) => (
        <input
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]*"
          {...input}
          {...control}
          className={classNames(control.className, 'text-[1.5rem] tabular-nums tracking-[0.3em]')}
          onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, length))}
        />
      )}
    </Field>
  )
}
