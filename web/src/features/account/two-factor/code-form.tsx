import { type FormEvent, useState } from 'react'
import { useAction } from '#web/lib/api/rpc/use-action.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useMistakeFocus } from '#web/ui/forms/use-mistake-focus.ts'
import { proveCode } from './two-factor-queries.ts'

type Props = { factorId: string; submit: string; onProven: () => Promise<void> }

/** Six digits from an authenticator app. */
export function CodeForm({ factorId, submit, onProven }: Props) {
  const [code, setCode] = useState('')
  const [tooShort, setTooShort] = useState(false)
  const action = useAction()
  const { form, focusMistake } = useMistakeFocus()
  // Apps show the digits in two groups; typed like that they are right as well.
  const digits = code.replace(/\D/g, '')

  const prove = async (event: FormEvent) => {
    event.preventDefault()
    if (digits.length !== 6) {
      setTooShort(true)
      return focusMistake()
    }
    const proven = await action.run(() => proveCode(factorId, digits))
    if (proven) await onProven()
    else focusMistake()
  }
  return (
    <form ref={form} noValidate onSubmit={prove} className="grid gap-4">
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
        <Button type="submit" variant="hot" disabled={action.busy}>
          {action.busy ? 'Wird geprüft …' : submit}
        </Button>
      </p>
    </form>
  )
}
