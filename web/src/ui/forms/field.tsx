import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { type ChangeEvent, type ComponentProps, type KeyboardEvent, type ReactNode, useId } from 'react'
import { formatCount } from '../data/format-number.ts'
import { Icon } from '../media/icon.tsx'

export type FieldText = {
  label: ReactNode
  hint?: ReactNode
  /** The error message: what is wrong and what to do. */
  error?: string | null | undefined
  /** Characters typed and allowed. */
  counter?: { used: number; max: number } | undefined
}

type Control = { id: string; className: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }
type FieldProps = FieldText & { children: (control: Control) => ReactNode }

/** Label above; hint, counter and error message below; `children` renders the control with the given attributes. */
export function Field({ label, hint, error, counter, children }: FieldProps) {
  const id = useId()
  const hintId = hint || counter ? `${id}-hint` : null
  const errorId = error ? `${id}-error` : null
  const describedBy = [errorId, hintId].filter(Boolean).join(' ') || undefined
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, className: 'field-input', 'aria-invalid': Boolean(error), 'aria-describedby': describedBy })}
      <FieldError id={errorId} error={error} />
      {hintId && (
        <p className="field-hint" id={hintId}>
          <span>{hint}</span>
          {counter && (
            <span className={counter.used > counter.max ? 'num font-bold text-danger' : 'num'}>
              {`${formatCount(counter.used)} / ${formatCount(counter.max)}${counter.used > counter.max ? `, ${formatCount(counter.used - counter.max)} zu viel` : ''}`}
            </span>
          )}
        </p>
      )}
    </div>
  )
}

type ErrorProps = { id: string | null | undefined; error: string | null | undefined }

/** The error message below a control, or nothing. */
export function FieldError({ id, error }: ErrorProps) {
  if (!id || !error) return null
  return (
    <p className="field-error" id={id} role="alert">
      <Icon of={TriangleAlert} size={16} />
      {error}
    </p>
  )
}

type TextFieldProps = FieldText & Omit<ComponentProps<'input'>, 'id' | 'className'>

export function TextField({ label, hint, error, counter, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} counter={counter}>
      {(control) => <input {...input} {...control} />}
    </Field>
  )
}

type TextAreaProps = FieldText & Omit<ComponentProps<'textarea'>, 'id' | 'className'>

export function TextAreaField({ label, hint, error, counter, rows = 4, ...area }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} counter={counter}>
      {(control) => <textarea rows={rows} {...area} {...control} />}
    </Field>
  )
}

/** Text of one line that shows all of it: the field grows with what is typed. Enter goes on to the next field. */
export function TitleField({ label, hint, error, counter, value, onChange, ...area }: TitleFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} counter={counter}>
      {(control) => (
        // The element around it has the same text (form.css), which gives both their height in any browser.
        <div className="growing" data-text={value}>
          <textarea
            rows={1}
            enterKeyHint="next"
            {...area}
            {...control}
            value={value}
            onChange={(event) => {
              // Pasted lines become one.
              if (/[\r\n]/.test(event.target.value))
                event.target.value = event.target.value.replace(/\s*[\r\n]+\s*/g, ' ')
              onChange(event)
            }}
            onKeyDown={goOnAtEnter}
          />
        </div>
      )}
    </Field>
  )
}

type TitleFieldProps = FieldText &
  Omit<ComponentProps<'textarea'>, 'id' | 'className' | 'value' | 'onChange' | 'rows'> & {
    value: string
    onChange: (event: ChangeEvent<HTMLTextAreaElement>) => unknown
  }

/** Enter goes to the next field of the form, as long as no word is being composed. */
function goOnAtEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  const fields = [...(event.currentTarget.form?.querySelectorAll<HTMLElement>('input, textarea, select') ?? [])]
  fields[fields.indexOf(event.currentTarget) + 1]?.focus()
}

type SelectProps = Omit<FieldText, 'counter'> & Omit<ComponentProps<'select'>, 'id' | 'className'>

/** The platform's own select; children are `<option>`s. */
export function SelectField({ label, hint, error, ...select }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <select {...select} {...control} />}
    </Field>
  )
}

type CheckProps = {
  label: ReactNode
  value: boolean
  /** Takes no press, but keeps the focus. */
  busy?: boolean
  onChange: (checked: boolean) => void
}

/** A checkbox with its label beside it. */
export function CheckField({ label, value, busy = false, onChange }: CheckProps) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-ink"
        checked={value}
        {...(busy && { 'aria-disabled': true })}
        onChange={(event) => !busy && onChange(event.target.checked)}
      />
      <span className="min-w-0">{label}</span>
    </label>
  )
}
