import type { ComponentProps } from 'react'
import { Field, type FieldText } from './field.tsx'

type Props = FieldText & Omit<ComponentProps<'input'>, 'id' | 'className'>

export function TextField({ label, hint, error, counter, ...input }: Props) {
  return (
    <Field label={label} hint={hint} error={error} counter={counter}>
      {(control) => <input {...input} {...control} />}
    </Field>
  )
}
