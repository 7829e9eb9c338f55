import type { ComponentProps } from 'react'
import { Field, type FieldText } from './field.tsx'

type Props = FieldText & Omit<ComponentProps<'textarea'>, 'id' | 'className'>

export function TextAreaField({ label, hint, error, counter, rows = 4, ...area }: Props) {
  return (
    <Field label={label} hint={hint} error={error} counter={counter}>
      {(control) => <textarea rows={rows} {...area} {...control} />}
    </Field>
  )
}
