import { zodResolver } from '@hookform/resolvers/zod'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { $ZodType } from 'zod/v4/core'

type Mistakes<Fields extends FieldValues> = Partial<Record<FieldPath<Fields>, string>>

/** What a form needs of `useZodForm` where its fields are drawn by several components. */
export type ZodForm<Fields extends FieldValues> = ReturnType<typeof useZodForm<Fields>>

/**
 * A form whose rules are a zod schema of `domain`: React Hook Form with our fields bound. It is checked when it is sent; a
 * message goes as soon as its field is changed, and after a mistake the focus moves to the first one.
 * `defaults` is what is stored: what differs is unsaved, `reset(saved)` says what is stored now.
 */
export function useZodForm<Fields extends FieldValues>(
  schema: $ZodType<Fields, Fields>,
  defaults: DefaultValues<NoInfer<Fields>>,
) {
  const methods: UseFormReturn<Fields, unknown, Fields> = useForm<Fields, unknown, Fields>({
    defaultValues: defaults,
    resolver: zodResolver(schema),
    reValidateMode: 'onSubmit',
    // By the order on the page instead: fields that are no inputs count too.
    shouldFocusError: false,
  })
  const { register, watch, setValue, setError, clearErrors, getFieldState, handleSubmit, formState } = methods
  const { isDirty, submitCount } = formState
  const form = useRef<HTMLFormElement>(null)
  // State comes a render too late for a double click.
  const sending = useRef(false)
  const [refusals, setRefusals] = useState(0)
  useEffect(() => {
    if (submitCount + refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [submitCount, refusals])

  type Name = FieldPath<Fields>
  const mistake = (name: Name) => getFieldState(name, formState).error?.message
  return {
    ...methods,
    /** The `<form>`. */
    element: form,
    isUnsaved: isDirty,
    /** The message at a field. */
    mistake,
    /** Props of the `<form>`; `save` gets the checked fields, once at a time; `refused` is told that there are mistakes. */
    formProps: (save: (fields: Fields) => unknown, refused?: () => unknown) => ({
      ref: form,
      noValidate: true,
      onSubmit: (event: SyntheticEvent) => {
        event.preventDefault()
        if (sending.current) return
        sending.current = true
        void handleSubmit(
          save,
          refused,
        )(event).finally(() => {
          sending.current = false
        })
      },
    }),
    /** Props of a TextField, TextAreaField or SelectField; their `name` has to stay, React Hook Form reads it. */
    input: <Of extends Name>(name: Of) => ({
      ...register(name, { onChange: () => clearErrors(name) }),
      value: watch(name),
      error: mistake(name),
    }),
    /** Props of a control that hands over its value itself: a ColorField, an EntityPicker. */
    bind: <Of extends Name>(name: Of) => ({
      value: watch(name),
      error: mistake(name),
      onChange: (value: FieldPathValue<Fields, Of>) => {
        setValue(name, value, { shouldDirty: true })
        clearErrors(name)
      },
    }),
    /** Shows at its fields what only the server knows. */
    refuse: (mistakes: Mistakes<Fields>) => {
      for (const [name, message] of Object.entries(mistakes)) setError(name as Name, { message: String(message) })
      setRefusals((count) => count + 1)
    },
  }
}
