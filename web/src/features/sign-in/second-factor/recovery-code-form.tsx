import { type FormEvent, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { CodeField } from '#web/ui/forms/code-field.tsx'
import { proveRecovery, sendRecovery } from '../auth-calls.ts'
import { FormStatus } from '../forms/form-status.tsx'
import { useSending } from '../forms/use-sending.ts'
import type { ScreenProps } from '../screen-props.ts'
import { failureText } from '../sign-in-error.ts'

const codeLength = 6

/** The mail is on its way: its link leads to `/auth/callback`, its code is typed here. */
export function RecoveryCodeForm({ state, dispatch }: ScreenProps) {
  const { email } = state.entry
  const sending = useSending()
  const [code, setCode] = useState('')
  const [trouble, setTrouble] = useState<string | null>(null)
  const fail = (title: string) => (error: unknown) => {
    const text = failureText(error)
    setTrouble(text)
    showToast({ kind: 'error', from: 'signIn', title, text })
  }
  const prove = async () => {
    const step = await proveRecovery(email, code)
    dispatch({ type: 'show', view: step === 'second-factor' ? 'recovery-factor' : 'new-password' })
  }
  const again = async () => {
    await sendRecovery(email)
    showToast({ from: 'signIn', title: 'Mail ist unterwegs', text: 'Nur der neueste Code gilt.' })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.length < codeLength) return
    setTrouble(null)
    sending.send(() => prove().catch(fail('Code nicht angenommen')))
  }
  return (
    <form className="sign-in-form" noValidate onSubmit={submit} aria-busy={sending.running}>
      <p>
        Gibt es zu <b>{email.trim()}</b> ein Konto, ist jetzt eine Mail unterwegs. Öffne den Link darin, oder gib hier
        den Code ein.
      </p>
      <CodeField label="Code aus der Mail" name="code" value={code} onCode={setCode} length={codeLength} />
      <FormStatus sending={sending} trouble={trouble} />
      <Button type="submit" variant="hot" wide disabled={code.length < codeLength || sending.running}>
        Weiter
      </Button>
      <div className="sign-in-links">
        <button
          type="button"
          className="text-button"
          disabled={sending.running}
          onClick={() => sending.send(() => again().catch(fail('Mail nicht gesendet')))}
        >
          Keine Mail? Noch einmal senden
        </button>
      </div>
    </form>
  )
}
