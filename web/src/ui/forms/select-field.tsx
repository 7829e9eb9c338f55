import type { ComponentProps } from 'react'
import { Field, type FieldText } from './field.tsx'

type Props = Omit<FieldText, 'counter'> & Omit<ComponentProps<'select'>, 'id' | 'className'>

/** The platform's own select; children are `<option>`s. */
export function SelectField({ label, hint, error, ...select }: Props) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <select {...select} {...control} />}
    </Field>
  )
}
