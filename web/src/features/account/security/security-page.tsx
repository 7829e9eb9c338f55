import { changePasswordSchema, newEmailSchema } from '@hot/domain/auth/security-form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureText, refusalOf } from '#web/lib/api/rpc/failure-text.ts'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { passkeySupportQuery } from '#web/lib/auth/passkeys/passkeys.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Callout, ErrorState } from '#web/ui/feedback/state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { TextField } from '#web/ui/forms/field.tsx'
import { FormFailure, FormFooter } from '#web/ui/forms/form-footer.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import { PageHead, SectionHead } from '#web/ui/layout/heading.tsx'
import { useMember } from '../account-layout.tsx'
import { accountKey } from '../api.ts'
import { SectionSkeleton } from '../skeletons.tsx'
import { askForNewEmail, resendNewEmail, setPassword, signInAgain, waysQuery } from './api.ts'
import { ProviderSignIn, type SignInWithProvider, useIdentityCheck } from './identity-check.tsx'
import { Passkeys } from './passkeys.tsx'
import { Sessions } from './sessions.tsx'
import { TwoFactor } from './two-factor.tsx'

/** `/account/sicherheit`: e-mail, password, passkeys, second factor and signed-in devices. */
export function SecurityPage({ signInWithProvider }: { signInWithProvider: SignInWithProvider }) {
  return (
    <ProviderSignIn signIn={signInWithProvider}>
      <PageHead title="Sicherheit" intro="Wie du reinkommst. Und sonst niemand." />
      <div className="page-grid">
        <Part id="email" title="E-Mail-Adresse">
          <EmailForm />
        </Part>
        <Part id="passwort" title="Passwort">
          <PasswordForm />
        </Part>
        <PasskeyPart />
        <Part id="zwei-faktor" title="Zwei-Faktor">
          <TwoFactor />
        </Part>
        <Part id="geraete" title="Angemeldete Geräte">
          <Sessions />
        </Part>
      </div>
    </ProviderSignIn>
  )
}

/** Renders nothing where the backend has no passkeys. While that is unknown, it reserves their space. */
function PasskeyPart() {
  const { data, isError } = useQuery(passkeySupportQuery)
  if (data === 'off' || (isError && !data)) return null
  return (
    <Part id="passkeys" title="Passkeys">
      <Passkeys />
    </Part>
  )
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="lg:col-span-6">
      <SectionHead id={id} title={title} />
      {children}
    </section>
  )
}

/** The account's e-mail address. It changes once the links in both mails have been followed. */
function EmailForm() {
  const { user } = useMember()
  const queryClient = useQueryClient()
  const query = waysQuery(user.id)
  const { data: ways } = useQuery(query)
  const form = useZodForm(newEmailSchema(user.email), { email: '' })
  const { guard, dialog } = useIdentityCheck()
  const change = useWrite(async ({ email }: { email: string }) => {
    if (!(await guard(() => askForNewEmail(email.trim())))) return
    form.reset()
    await queryClient.invalidateQueries({ queryKey: query.queryKey })
    showToast({ title: 'Zwei Mails sind unterwegs', text: 'Öffne in beiden den Link und bestätige dort.' })
  })
  return (
    <div className="grid max-w-140 gap-4">
      <p className="wrap-anywhere">
        Deine Adresse ist <b>{user.email}</b>. Andere sehen sie nie.
      </p>
      {ways?.newEmail && <WaitingChange newEmail={ways.newEmail} />}
      <form {...form.formProps(change.run)} onChange={change.forget} className="grid gap-4">
        <TextField
          label="Neue E-Mail-Adresse"
          type="email"
          autoComplete="email"
          hint="Wir fragen, ob du es bist, und schicken je einen Link an die alte und die neue Adresse. Erst wenn du über beide bestätigst, gilt die neue."
          {...form.input('email')}
        />
        <FormFooter
          action={change}
          submit="Adresse ändern"
          working="Wird gesendet …"
          variant="strong"
          disabled={form.watch('email') === ''}
        />
      </form>
      {dialog}
    </div>
  )
}

function WaitingChange({ newEmail }: { newEmail: string }) {
  const { busy, failure, run } = useWrite(async () => {
    await resendNewEmail(newEmail)
    showToast({ title: 'Mail ist unterwegs', text: newEmail })
  })
  return (
    <Callout>
      <p className="wrap-anywhere">
        <b>{newEmail}</b> wartet auf Bestätigung. Öffne die Links in beiden Mails und bestätige dort.
      </p>
      <Button variant="quiet" small onClick={() => void run()} busy={busy}>
        Mails noch einmal schicken
      </Button>
      <FormFailure text={failure} />
    </Callout>
  )
}

const empty = { current: '', next: '', again: '' }
type Fields = typeof empty

/** The field to which an error code of the server belongs. */
const fieldOf: Readonly<Record<string, keyof Fields>> = {
  invalid_credentials: 'current',
  same_password: 'next',
  weak_password: 'next',
}

/** Accounts created through a provider set their first password here; others must enter the old one. */
function PasswordForm() {
  const { user } = useMember()
  const { data, isError, refetch } = useQuery(waysQuery(user.id))
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <SectionSkeleton label="Deine Anmeldung wird geladen" />
  return <ChangePassword hasPassword={data.password} />
}

function ChangePassword({ hasPassword }: { hasPassword: boolean }) {
  const { user } = useMember()
  const queryClient = useQueryClient()
  const form = useZodForm(changePasswordSchema, empty)
  const { guard, dialog } = useIdentityCheck()
  const change = async ({ current, next }: Fields) => {
    if (hasPassword) await signInAgain(user.email, current)
    if (!(await guard(() => setPassword(next)))) return
    form.reset()
    await queryClient.invalidateQueries({ queryKey: accountKey(user.id) })
    showToast({ title: 'Passwort geändert', text: 'Alle anderen Geräte sind jetzt abgemeldet.' })
  }
  const { busy, failure, run } = useWrite((fields: Fields) =>
    change(fields).catch((error: unknown) => {
      const field = fieldOf[refusalOf(error)]
      if (!field) throw error
      form.showErrors({ [field]: failureText(error) })
    }),
  )
  const typed = form.watch()
  const complete = (typed.current !== '' || !hasPassword) && typed.next !== '' && typed.again !== ''
  return (
    <>
      <form {...form.formProps(run)} className="grid max-w-140 gap-4">
        <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
        {hasPassword ? (
          <PasswordField label="Aktuelles Passwort" autoComplete="current-password" {...form.input('current')} />
        ) : (
          <p>Du meldest dich über einen Anbieter an. Mit einem Passwort geht es auch ohne ihn.</p>
        )}
        <PasswordField
          label="Neues Passwort"
          autoComplete="new-password"
          hint="Mindestens 8 Zeichen. Ein ganzer Satz ist besser als ein Rätsel."
          {...form.input('next')}
        />
        <PasswordField label="Neues Passwort bestätigen" autoComplete="new-password" {...form.input('again')} />
        <FormFailure text={failure} />
        <p>
          <Button type="submit" variant="strong" busy={busy || !complete}>
            {busy ? 'Wird geändert …' : hasPassword ? 'Passwort ändern' : 'Passwort setzen'}
          </Button>
        </p>
      </form>
      {/* Outside the form: submitting the dialog must not submit this form. */}
      {dialog}
    </>
  )
}
