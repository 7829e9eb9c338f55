import { mailDomain } from '@hot/domain/auth/mail-domains'
import { useState } from 'react'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { ResendConfirmation } from './resend-confirmation.tsx'

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
