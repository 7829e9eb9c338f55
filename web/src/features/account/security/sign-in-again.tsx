import { type FormEvent, useState } from 'react'
import { useAction } from '#web/lib/api/rpc/use-action.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FormFailure } from '#web/ui/forms/form-failure.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { useMistakeFocus } from '#web/ui/forms/use-mistake-focus.ts'
import { useMember } from '../member.tsx'
import { type SignInWays, signInAgain } from './identity.ts'
import { useProviderSignIn } from './provider-sign-in.tsx'

const providerNames = { google: 'Google', apple: 'Apple' } as const

/** A fresh sign-in in the ways this account knows. A provider's leaves the page and comes back to it. */
export function SignInAgain({ ways, onProven }: { ways: SignInWays; onProven: () => void }) {
  const signInWithProvider = useProviderSignIn()
  const leaving = useAction()
  const leaveFor = (provider: SignInWays['providers'][number]) =>
    leaving.run(async () => {
      if ((await signInWithProvider(provider)) !== 'elsewhere') onProven()
    })
  return (
    <div className="grid gap-4">
      {ways.password && <PasswordForm onProven={onProven} />}
      {ways.providers.map((provider) => (
        <Button key={provider} disabled={leaving.busy} onClick={() => leaveFor(provider)}>
          Mit {providerNames[provider]} bestätigen
        </Button>
      ))}
      {ways.providers.length > 0 && (
        <p className="meta">Dafür verlässt du die Seite kurz. Danach drückst du hier noch einmal auf den Knopf.</p>
      )}
      <FormFailure text={leaving.failure} />
    </div>
  )
}

function PasswordForm({ onProven }: { onProven: () => void }) {
  const { user } = useMember()
  const [password, setPassword] = useState('')
  const action = useAction()
  const { form, focusMistake } = useMistakeFocus()
  const prove = async (event: FormEvent) => {
    event.preventDefault()
    if (await action.run(() => signInAgain(user.email, password))) onProven()
    else focusMistake()
  }
  return (
    <form ref={form} noValidate onSubmit={prove} className="grid gap-4">
      {/* So that password managers know whose password it is. */}
      <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordField
        label="Passwort"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => {
          setPassword(event.target.value)
          action.forget()
        }}
        error={action.failure}
      />
      <p>
        <Button type="submit" variant="hot" disabled={action.busy || password === ''}>
          {action.busy ? 'Wird geprüft …' : 'Bestätigen'}
        </Button>
      </p>
    </form>
  )
}
