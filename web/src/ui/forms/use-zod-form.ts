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

type FieldErrors<Fields extends FieldValues> = Partial<Record<FieldPath<Fields>, string>>

/** The result of `useZodForm`, for forms whose fields are split over several components. */
export type ZodForm<Fields extends FieldValues> = ReturnType<typeof useZodForm<Fields>>

/**
 * A form validated by a zod schema of `domain`: React Hook Form with our fields bound. It is validated on submit; a
 * message disappears as soon as its field changes, and the focus moves to the first invalid field.
 * `defaults` is the stored state: differences are unsaved changes; `reset(saved)` sets a new stored state.
 */
export function useZodForm<Fields extends FieldValues>(
  schema: $ZodType<Fields, Fields>,
  defaults: DefaultValues<NoInfer<Fields>>,
) {
  const methods: UseFormReturn<Fields, unknown, Fields> = useForm<Fields, unknown, Fields>({
    defaultValues: defaults,
    resolver: zodResolver(schema),
    reValidateMode: 'onSubmit',
    // Done below in document order, also for fields that are not inputs.
    shouldFocusError: false,
  })
  const { register, watch, setValue, setError, clearErrors, getFieldState, handleSubmit, formState } = methods
  const { isDirty, submitCount } = formState
  const form = useRef<HTMLFormElement>(null)
  // A ref, because state would be updated too late for a double click.
  const sending = useRef(false)
  const [shownErrors, setShownErrors] = useState(0)
  useEffect(() => {
    if (submitCount + shownErrors > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [submitCount, shownErrors])

  useEffect(() => {
    const timer = setInterval(() => takeSilentValues(form.current, methods), silentMs)
    return () => clearInterval(timer)
  }, [methods])

  type Name = FieldPath<Fields>
  const errorOf = (name: Name) => getFieldState(name, formState).error?.message
  return {
    ...methods,
    /** Ref of the `<form>`. */
    element: form,
    isUnsaved: isDirty,
    /** The error message of a field, if it has one. */
    errorOf,
    /**
     * Props of the `<form>`; `save` gets the validated fields, one call at a time; `onInvalid` is called when
     * validation fails.
     */
    formProps: (save: (fields: Fields) => unknown, onInvalid?: () => unknown) => ({
      ref: form,
      noValidate: true,
      onSubmit: (event: SyntheticEvent) => {
        event.preventDefault()
        if (sending.current) return
        sending.current = true
        void handleSubmit(
          save,
          onInvalid,
        )(event).finally(() => {
          sending.current = false
        })
      },
    }),
    /** Props of a TextField, TextAreaField or SelectField; do not override `name`, React Hook Form reads it. */
    input: <Of extends Name>(name: Of) => ({
      ...register(name, { onChange: () => clearErrors(name) }),
      value: watch(name),
      error: errorOf(name),
    }),
    /** Props of a controlled component such as ColorField or EntityPicker. */
    bind: <Of extends Name>(name: Of) => ({
      value: watch(name),
      error: errorOf(name),
      onChange: (value: FieldPathValue<Fields, Of>) => {
        setValue(name, value, { shouldDirty: true })
        clearErrors(name)
      },
    }),
    /** Shows errors reported by the server at their fields. */
    showErrors: (errors: FieldErrors<Fields>) => {
      for (const [name, message] of Object.entries(errors)) setError(name as Name, { message: String(message) })
      setShownErrors((count) => count + 1)
    },
  }
}

/** Some password managers set a field's value without an event: it is looked at this often (ms). */
const silentMs = 300

/** Takes the values that the fields of the form show and React Hook Form has not been told of. */
function takeSilentValues<Fields extends FieldValues>(
  element: HTMLFormElement | null,
  { getValues, setValue }: UseFormReturn<Fields, unknown, Fields>,
): void {
  for (const field of element?.querySelectorAll<HTMLInputElement>('input[name]') ?? []) {
    const name = field.name as FieldPath<Fields>
    const isText = ['text', 'email', 'password'].includes(field.type)
    const told: unknown = getValues(name)
    // The search field of a picker has the name of its list, which is no text.
    if (isText && typeof told === 'string' && told !== field.value)
      setValue(name, field.value as FieldPathValue<Fields, typeof name>, { shouldDirty: true })
  }
}
