import { providerList } from '@hot/domain/auth/mail-domains'
import { Button } from '#web/ui/controls/button.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import type { ScreenProps } from '../screen-props.ts'
import type { EntryMode } from './entry-check.ts'
import { FormStatus } from './form-status.tsx'
import { InviteCodeField } from './invite-code-field.tsx'
import { ResendConfirmation } from './resend-confirmation.tsx'
import { useEntryForm } from './use-entry-form.ts'

/** The e-mail screens: signing in, and registering with the password typed twice. */
export function EntryForm({ mode, ...screen }: ScreenProps & { mode: EntryMode }) {
  const { entry } = screen.state
  const { form, sending, trouble, incomplete, submit, type, errorOf } = useEntryForm(mode, screen)
  const registering = mode === 'register'
  const show = (view: 'login' | 'register' | 'forgot') => () => screen.dispatch({ type: 'show', view })
  return (
    <form ref={form} className="sign-in-form" noValidate onSubmit={submit} aria-busy={sending.running}>
      <TextField
        label="E-Mail"
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        value={entry.email}
        onInput={type('email')}
        error={errorOf('email')}
        hint={`Erlaubt: ${providerList()}.`}
      />
      <PasswordField
        label="Passwort"
        name="password"
        autoComplete={registering ? 'new-password' : 'current-password'}
        value={entry.password}
        onInput={type('password')}
        error={errorOf('password')}
        hint={registering ? 'Mindestens 8 Zeichen.' : undefined}
      />
      {registering && (
        <>
          <PasswordField
            label="Passwort bestätigen"
            name="confirmation"
            autoComplete="new-password"
            value={entry.confirmation}
            onInput={type('confirmation')}
            error={errorOf('confirmation')}
          />
          <InviteCodeField {...screen} />
          <p className="note">
            Wir schicken dir eine Mail zur Bestätigung. Anmelden kannst du dich erst, wenn du deine Adresse damit
            bestätigt hast.
          </p>
        </>
      )}
      <FormStatus sending={sending} trouble={trouble?.field ? null : trouble?.text}>
        {trouble?.confirmable && <ResendConfirmation email={entry.email} />}
      </FormStatus>
      <Button type="submit" variant="hot" wide disabled={incomplete || sending.running}>
        {registering ? 'Registrieren' : 'Anmelden'}
      </Button>
      <div className="sign-in-links">
        {registering ? (
          <button type="button" className="text-button" onClick={show('login')}>
            Schon ein Account? Hier anmelden
          </button>
        ) : (
          <>
            <button type="button" className="text-button" onClick={show('register')}>
              Noch kein Account? Hier registrieren
            </button>
            <button type="button" className="text-button" onClick={show('forgot')}>
              Passwort vergessen?
            </button>
          </>
        )}
      </div>
    </form>
  )
}
