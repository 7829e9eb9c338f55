import { mailDomain } from '@hot/domain/auth/mail-domains'
import { type FormEvent, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { sendRecovery } from '../auth-calls.ts'
import { rememberReturn } from '../return-path.ts'
import type { ScreenProps } from '../screen-props.ts'
import { failureText } from '../sign-in-error.ts'
import { FormStatus } from './form-status.tsx'
import { useSending } from './use-sending.ts'

/** "Passwort vergessen?": asks for a mail with a link and a code. */
export function ForgotForm({ state, dispatch }: ScreenProps) {
  const { email } = state.entry
  const sending = useSending()
  const [trouble, setTrouble] = useState<string | null>(null)
  const send = async () => {
    try {
      rememberReturn('/account')
      await sendRecovery(email)
      dispatch({ type: 'show', view: 'recovery-code' })
    } catch (error) {
      const text = failureText(error)
      setTrouble(text)
      showToast({ kind: 'error', from: 'signIn', title: 'Mail nicht gesendet', text })
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (email.trim() === '') return
    if (mailDomain(email) === null) {
      setTrouble('Das ist keine E-Mail-Adresse. Prüf, ob du dich vertippt hast.')
      return
    }
    setTrouble(null)
    sending.send(send)
  }
  return (
    <form className="sign-in-form" noValidate onSubmit={submit} aria-busy={sending.running}>
      <p>Wir schicken dir eine Mail mit einem Link und einem Code. Damit setzt du ein neues Passwort.</p>
      <TextField
        label="E-Mail"
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        value={email}
        onInput={(event) => dispatch({ type: 'type', field: 'email', text: event.currentTarget.value })}
      />
      <FormStatus sending={sending} trouble={trouble} />
      <Button type="submit" variant="hot" wide disabled={email.trim() === '' || sending.running}>
        Mail anfordern
      </Button>
    </form>
  )
}
