import { newPasswordSchema, refuseNewPassword } from '@hot/domain/auth/sign-in-form'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import { setNewPassword } from '../api.ts'
import { FormStatus, refusalToast, useSignInCall } from '../sign-in-call.tsx'
import { failureKind, failureText } from '../sign-in-error.ts'

const notSaved = 'Passwort nicht gespeichert'

type Props = {
  /** The account's e-mail address, for people with several accounts and for password managers. */
  email: string
  onDone: () => void
}

/** Sets a new password in the session that a recovery link or code has created. */
export function NewPasswordForm({ email, onDone }: Props) {
  const form = useZodForm(newPasswordSchema, { password: '', confirmation: '' })
  const save = useSignInCall(
    async (password: string) => {
      try {
        await setNewPassword(password)
      } catch (error) {
        if (failureKind(error) !== 'weak-password') throw error
        refusalToast(notSaved, failureText(error))
        return form.showErrors({ password: failureText(error) })
      }
      showToast({ from: 'signIn', title: 'Neues Passwort gespeichert', text: 'Du bist angemeldet.' })
      onDone()
    },
    notSaved,
    () => form.setFocus('password'),
  )
  const refused = () => {
    save.forget()
    const refusal = refuseNewPassword(form.getValues())
    if (refusal) refusalToast(refusal.title, refusal.text)
  }
  const { password, confirmation } = form.watch()
  return (
    <form
      {...form.formProps((typed) => save.run(typed.password), refused)}
      className="sign-in-form"
      aria-busy={save.busy}
    >
      <p>
        Für dein Konto <b>{email}</b>.
      </p>
      {/* Password managers look for the username beside the password. */}
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
        autoComplete="new-password"
        hint="Mindestens 8 Zeichen."
        {...form.input('password')}
      />
      <PasswordField label="Passwort bestätigen" autoComplete="new-password" {...form.input('confirmation')} />
      <FormStatus busy={save.busy} trouble={save.trouble} />
      <Button type="submit" variant="hot" wide disabled={password === '' || confirmation === ''} busy={save.busy}>
        Passwort speichern
      </Button>
    </form>
  )
}
