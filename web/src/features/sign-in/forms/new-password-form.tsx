import { type FormEvent, useRef, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { setNewPassword } from '../auth-calls.ts'
import { failureText } from '../sign-in-error.ts'
import { type EntryField, refuseNewPassword } from './entry-check.ts'
import { FormStatus } from './form-status.tsx'
import { useSending } from './use-sending.ts'

type Trouble = { text: string; field: EntryField | null }
type Props = {
  /** Whose password it is, for people with several accounts and for password managers. */
  email: string
  onDone: () => void
}

/** After the recovery link or code: the session exists, the old password is forgotten. */
export function NewPasswordForm({ email, onDone }: Props) {
  const sending = useSending()
  const form = useRef<HTMLFormElement>(null)
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const refuse = (title: string, text: string, field: EntryField | null) => {
    showToast({ kind: 'error', from: 'signIn', title, text })
    setTrouble({ text, field })
    form.current?.querySelector<HTMLInputElement>(`[name=${field ?? 'password'}]`)?.focus()
  }
  const save = async () => {
    try {
      await setNewPassword(password)
      showToast({ from: 'signIn', title: 'Neues Passwort gespeichert', text: 'Du bist angemeldet.' })
      onDone()
    } catch (error) {
      refuse('Passwort nicht gespeichert', failureText(error), null)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const refusal = refuseNewPassword({ password, confirmation })
    if (refusal) return refuse(refusal.title, refusal.text, refusal.field)
    setTrouble(null)
    sending.send(save)
  }
  const errorOf = (field: EntryField) => (trouble?.field === field ? trouble.text : null)
  return (
    <form ref={form} className="sign-in-form" noValidate onSubmit={submit} aria-busy={sending.running}>
      <p>
        Für dein Konto <b>{email}</b>.
      </p>
      {/* Password managers look for the name beside the password. */}
      <input
        className="visually-hidden"
        autoComplete="username"
        value={email}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <PasswordField
        label="Neues Passwort"
        name="password"
        autoComplete="new-password"
        value={password}
        onInput={(event) => setPassword(event.currentTarget.value)}
        error={errorOf('password')}
        hint="Mindestens 8 Zeichen."
      />
      <PasswordField
        label="Passwort bestätigen"
        name="confirmation"
        autoComplete="new-password"
        value={confirmation}
        onInput={(event) => setConfirmation(event.currentTarget.value)}
        error={errorOf('confirmation')}
      />
      <FormStatus sending={sending} trouble={trouble?.field ? null : trouble?.text} />
      <Button type="submit" variant="hot" wide disabled={password === '' || confirmation === '' || sending.running}>
        Passwort speichern
      </Button>
    </form>
  )
}
