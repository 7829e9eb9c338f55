import { mailDomain } from '@hot/domain/auth/mail-domains'
import { codeLength, codeSchema } from '@hot/domain/auth/sign-in-form'
import { useState } from 'react'
import { Button, PlainButton } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { CodeField } from '#web/ui/forms/code-field.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import { proveRecovery, resendConfirmation, sendRecovery } from '../api.ts'
import { rememberReturn } from '../return-path.ts'
import { FormStatus, useSignInCall } from '../sign-in-call.tsx'
import type { ScreenProps } from '../sign-in-flow.ts'

const notSent = 'Mail nicht gesendet'

/** Requests a mail with a link and a code for setting a new password. */
export function ForgotForm({ flow: { form, show } }: ScreenProps) {
  const email = form.watch('email')
  const { busy, trouble, run, forget } = useSignInCall(async () => {
    rememberReturn('/account')
    await sendRecovery(email)
    show('recovery-code')
  }, notSent)
  return (
    <form {...form.formProps(() => run(), forget)} className="sign-in-form" aria-busy={busy}>
      <p>Wir schicken dir eine Mail mit einem Link und einem Code. Damit setzt du ein neues Passwort.</p>
      <TextField
        label="E-Mail"
        type="email"
        autoComplete="email"
        inputMode="email"
        {...form.input('email')}
        error={null}
      />
      <FormStatus busy={busy} trouble={form.errorOf('email') ?? trouble} />
      <Button type="submit" variant="hot" wide disabled={email.trim() === ''} busy={busy}>
        Mail anfordern
      </Button>
    </form>
  )
}

/** Shown after the recovery mail was sent: its link leads to `/auth/callback`, its code is entered here. */
export function RecoveryCodeForm({ flow }: ScreenProps) {
  const email = flow.form.getValues('email')
  const form = useZodForm(codeSchema, { code: '' })
  const verify = useSignInCall(async (code: string) => {
    const step = await proveRecovery(email, code)
    flow.show(step === 'second-factor' ? 'recovery-factor' : 'new-password')
  }, 'Code nicht angenommen')
  const resend = useSignInCall(async () => {
    await sendRecovery(email)
    showToast({ from: 'signIn', title: 'Mail ist unterwegs', text: 'Nur der neueste Code gilt.' })
  }, notSent)
  const busy = verify.busy || resend.busy
  const submit = ({ code }: { code: string }) => {
    resend.forget()
    return verify.run(code)
  }
  const sendAgain = () => {
    verify.forget()
    void resend.run()
  }
  return (
    <form {...form.formProps(submit)} className="sign-in-form" aria-busy={busy}>
      <p>
        Gibt es zu <b>{email.trim()}</b> ein Konto, ist jetzt eine Mail unterwegs. Öffne den Link darin, oder gib hier
        den Code ein.
      </p>
      <CodeField label="Code aus der Mail" name="code" length={codeLength} {...form.bind('code')} />
      <FormStatus busy={busy} trouble={verify.trouble ?? resend.trouble} />
      <Button type="submit" variant="hot" wide disabled={form.watch('code').length < codeLength} busy={busy}>
        Weiter
      </Button>
      <div className="sign-in-links">
        <PlainButton className="text-button" busy={busy} onClick={sendAgain}>
          Keine Mail? Noch einmal senden
        </PlainButton>
      </div>
    </form>
  )
}

/** A button that resends the confirmation mail. The response does not reveal whether the account exists. */
export function ResendConfirmation({ email, disabled = false }: { email: string; disabled?: boolean }) {
  const { busy, run } = useSignInCall(async () => {
    await resendConfirmation(email)
    showToast({ from: 'signIn', title: 'Mail ist unterwegs', text: 'Schau auch im Spam-Ordner nach.' })
  }, 'Mail nicht gesendet')
  return (
    <PlainButton className="text-button" disabled={disabled} busy={busy} onClick={() => void run()}>
      {busy ? 'Wird gesendet …' : 'Bestätigungs-Mail noch einmal senden'}
    </PlainButton>
  )
}

/** Requests a new confirmation mail when the link has expired; the address has to be typed again. */
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
