import type { QueryKey } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import type { DefaultValues, FieldPath, FieldValues } from 'react-hook-form'
import type { $ZodType } from 'zod/v4/core'
import { refusalOf } from '#web/lib/api/rpc/failure-text.ts'
import { Switch } from '#web/ui/controls/button.tsx'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import { UnsavedGuard } from '#web/ui/overlays/unsaved-guard.tsx'
import { type RefusalTexts, useWrite } from './write.ts'

/** Refusals that belong to one field: `slug_taken: ['slug', 'Diese Adresse …']`. */
export type FieldRefusals<Fields extends FieldValues> = Readonly<
  Record<string, readonly [field: FieldPath<Fields>, text: string]>
>

type Options<Fields extends FieldValues, Answer> = {
  schema: $ZodType<Fields, Fields>
  /** The stored values, or the defaults of a new item. */
  initial: DefaultValues<Fields>
  /** Stores the validated fields; rejects with the database's refusal. */
  save: (fields: Fields) => Promise<Answer>
  onSaved?: (answer: Answer, fields: Fields) => unknown
  refusals?: RefusalTexts | undefined
  fieldRefusals?: FieldRefusals<Fields>
  affects?: readonly QueryKey[]
}

/**
 * The form of an item the team manages: validated by its schema, stored by `save`, with the server's refusals at their
 * fields. Saved values become the new stored state.
 */
export function useEntityForm<Fields extends FieldValues, Answer>(options: Options<Fields, Answer>) {
  const { schema, initial, save, onSaved, refusals, fieldRefusals = {}, affects } = options
  const form = useZodForm<Fields>(schema, initial)
  const write = useWrite(
    (fields: Fields) =>
      save(fields).catch((error: unknown) => {
        const [field, text] = fieldRefusals[refusalOf(error)] ?? []
        if (field) form.setError(field, { message: text ?? '' })
        throw error
      }),
    {
      refusals,
      ...(affects && { affects }),
      onDone: (answer, fields) => {
        form.reset(fields)
        return onSaved?.(answer, fields)
      },
    },
  )
  const isAtField = write.error !== null && refusalOf(write.error) in fieldRefusals
  return {
    ...form,
    /** For the form's footer. */
    action: { busy: write.busy, failure: isAtField ? null : write.failure },
    formProps: form.formProps(write.run),
  }
}

type FrameProps = {
  form: Pick<ReturnType<typeof useEntityForm>, 'formProps' | 'isUnsaved' | 'action'>
  /** Unsaved changes outside the fields, such as a picture or a list. */
  isUnsaved?: boolean
  className?: string
  children: ReactNode
}

/** A form on a page: asks before the page is left with unsaved changes. In dialogs FormDialog does that. */
export function EntityForm({ form, isUnsaved = false, className, children }: FrameProps) {
  return (
    <form {...form.formProps} className={className}>
      {children}
      <UnsavedGuard isUnsaved={(form.isUnsaved || isUnsaved) && !form.action.busy} />
    </form>
  )
}

type SwitchProps = { label: string; hint: string; value: boolean; onChange: (on: boolean) => void }

/** A switch with a label and hint. */
export function SwitchField({ label, hint, value, onChange }: SwitchProps) {
  const id = useId()
  return (
    <p className="flex items-center justify-between gap-3">
      <label htmlFor={id}>
        <b>{label}</b> <span className="meta">{hint}</span>
      </label>
      <Switch id={id} checked={value} onChange={onChange} />
    </p>
  )
}
