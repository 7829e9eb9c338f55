import { type FormEvent, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { focusFirstInvalid } from './first-invalid.ts'
import { type Factor, proveCode } from './two-factor-queries.ts'
import { useAction } from './use-action.ts'

type Props = {
  /** One or more; with several the person says which device the code is from. */
  factors: Pick<Factor, 'id' | 'name'>[]
  submit: string
  onProven: () => Promise<void> | void
}

/** Six digits from an authenticator app. */
export function CodeForm({ factors, submit, onProven }: Props) {
  const [factorId, setFactorId] = useState(factors[0]?.id ?? '')
  const [code, setCode] = useState('')
  const [tooShort, setTooShort] = useState(false)
  const action = useAction()
  // Apps show the digits in two groups; typed like that they are right as well.
  const digits = code.replace(/\D/g, '')

  const prove = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (digits.length !== 6) {
      setTooShort(true)
      return focusFirstInvalid(form)
    }
    const proven = await action.run(() => proveCode(factorId, digits))
    if (proven) await onProven()
    else focusFirstInvalid(form)
  }
  return (
    <form noValidate onSubmit={prove} className="grid gap-4">
      {factors.length > 1 && (
        <SelectField label="Gerät" value={factorId} onChange={(event) => setFactorId(event.target.value)}>
          {factors.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <TextField
        label="Code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => {
          setCode(event.target.value)
          setTooShort(false)
          action.forget()
        }}
        error={tooShort ? 'Der Code hat sechs Ziffern.' : action.failure}
        hint="Sechs Ziffern, alle 30 Sekunden neue."
      />
      <p>
        <Button type="submit" variant="hot" disabled={action.busy || factorId === ''}>
          {action.busy ? 'Wird geprüft …' : submit}
        </Button>
      </p>
    </form>
  )
}
