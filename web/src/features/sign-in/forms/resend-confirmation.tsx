import { mailDomain } from '@hot/domain/auth/mail-domains'
import { useState } from 'react'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { resendConfirmation } from '../api.ts'
import { useSignInCall } from './sign-in-call.tsx'

/** For who lost the first mail. The backend answers alike whether the account exists or not. */
export function ResendConfirmation({ email, disabled = false }: { email: string; disabled?: boolean }) {
  const { busy, run } = useSignInCall(async () => {
    await resendConfirmation(email)
    showToast({ from: 'signIn', title: 'Mail ist unterwegs', text: 'Schau auch im Spam-Ordner nach.' })
  }, 'Mail nicht gesendet')
  return (
    <button type="button" className="text-button" disabled={disabled || busy} onClick={() => void run()}>
      {busy ? 'Wird gesendet …' : 'Bestätigungs-Mail noch einmal senden'}
    </button>
  )
}

/** A new confirmation mail for somebody whose link has run out: the address is not known any more. */
export function ResendForm() {
  const [email, setEmail] = useState('')
  return (
    <div className="sign-in-form">
      <TextField
        label="E-Mail"
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        value={email}
        onInput={(event) => setEmail(event.currentTarget.value)}
        hint="Die Adresse, mit der du dich registriert hast."
      />
      <ResendConfirmation email={email} disabled={mailDomain(email) === null} />
    </div>
  )
}
