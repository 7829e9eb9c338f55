import { meantMail, providerList } from '@hot/domain/auth/mail-domains'
import { passwordStrength } from '@hot/domain/auth/password'
import {
  atField,
  type Entry,
  type EntryMode,
  inviteCodeMax,
  isIncomplete,
  mailRefusal,
} from '@hot/domain/auth/sign-in-form'
import { ageSentence } from '@hot/domain/member/age'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { forgetInvite } from '#web/platform/storage/pending-invite.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { TextField } from '#web/ui/forms/field.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { type NextStep, signInByPassword, signInFromSuggestion, signUpByMail, signUpSettingsQuery } from '../api.ts'
import { showConfirmationNote } from '../registration/confirmation-note.tsx'
import { registeredMail, rememberRegistration } from '../registration/registered-entry.ts'
import { pathShown, rememberReturn } from '../return-path.ts'
import { FormStatus, refusalToast, signInOutcome, useSignInCall, welcomeBack } from '../sign-in-call.tsx'
import { failureKind, failureOf, failureText, passkeyFailureText } from '../sign-in-error.ts'
import type { ScreenProps, SignInFlow } from '../sign-in-flow.ts'
import { ResendConfirmation } from './mail-forms.tsx'

const failed = { login: 'Anmeldung fehlgeschlagen', register: 'Registrierung fehlgeschlagen' } as const

const registered = (): void =>
  showToast({
    ...signInOutcome,
    title: 'Registrierung erfolgreich',
    text: 'Bitte schau in dein Postfach und bestätige deine E-Mail-Adresse.',
  })

/**
 * Submits the two e-mail screens and reports the result. After a failure that concerns no field, the password gets the
 * focus.
 */
function useEntry(mode: EntryMode, { flow, onDone }: ScreenProps) {
  const { form, show, refusal } = flow
  const enter = async (entry: Entry) => {
    const { email, password, inviteCode } = entry
    if (mode === 'register') {
      rememberReturn(pathShown())
      await signUpByMail(email, password, inviteCode.trim())
      forgetInvite()
      registered()
      rememberRegistration(entry)
      showConfirmationNote()
    } else {
      if ((await signInByPassword(email, password)) === 'second-factor') return show('second-factor')
      welcomeBack()
    }
    onDone()
  }
  const call = useSignInCall(
    (entry: Entry) =>
      enter(entry).catch((error: unknown) => {
        if (failureKind(error) === 'weak-password') {
          const text = failureText(error)
          refusalToast(failed[mode], text)
          return form.showErrors({ password: text })
        }
        if (failureKind(error) === 'invite-refused' && mode === 'register') {
          refusalToast(failed.register, failureText(error))
          return form.showErrors({ inviteCode: 'Mit diesem Code geht es nicht. Prüf ihn, oder frag nach einem neuen.' })
        }
        if (failureKind(error) !== 'mail-domain') throw error
        refusalToast(mailRefusal().title, mailRefusal().text)
        form.showErrors({ email: atField(mailRefusal()) })
      }),
    failed[mode],
    () => form.setFocus('password'),
  )
  const refused = async () => {
    call.forget()
    const problem = await refusal(form.getValues(), mode)
    if (problem) refusalToast(problem.title, problem.text)
  }
  const props = form.formProps(call.run, refused)
  return { ...call, busy: call.busy || form.formState.isSubmitting, props }
}

/**
 * Offers passkeys among the suggestions of the login's e-mail field. A failure before one was chosen is not shown,
 * because the form works without them.
 */
function useSuggestedPasskey(mode: EntryMode, { flow: { show }, onDone }: ScreenProps): void {
  const onStep = useRef((step: NextStep) => {
    if (step === 'second-factor') return show('second-factor')
    welcomeBack()
    onDone()
  })
  useEffect(() => {
    if (mode !== 'login') return
    const abort = new AbortController()
    signInFromSuggestion(abort.signal).then(
      (step) => step && !abort.signal.aborted && onStep.current(step),
      (error: unknown) => {
        const { code } = failureOf(error)
        if (code.startsWith('webauthn_')) refusalToast(failed.login, passkeyFailureText(error))
      },
    )
    return () => abort.abort()
  }, [mode])
}

/** The e-mail screens: signing in, and registering with the password typed twice. */
export function EntryForm({ mode, ...screen }: ScreenProps & { mode: EntryMode }) {
  const { form, show } = screen.flow
  const { busy, trouble, error, props } = useEntry(mode, screen)
  useSuggestedPasskey(mode, screen)
  const registering = mode === 'register'
  const entry = form.watch()
  return (
    <form {...props} className="sign-in-form" aria-busy={busy}>
      <TextField
        label="E-Mail"
        type="email"
        autoComplete={registering ? 'email' : 'email webauthn'}
        inputMode="email"
        hint={`Erlaubt: ${providerList()}.`}
        {...form.input('email')}
      />
      <MeantMail form={form} />
      <PasswordField
        label="Passwort"
        autoComplete={registering ? 'new-password' : 'current-password'}
        hint={registering ? passwordHint(entry) : undefined}
        {...form.input('password')}
      />
      {registering && (
        <>
          <PasswordField label="Passwort bestätigen" autoComplete="new-password" {...form.input('confirmation')} />
          <InviteCodeField form={form} />
          <p className="callout">
            Wir schicken dir eine Mail zur Bestätigung. Anmelden kannst du dich erst, wenn du deine Adresse damit
            bestätigt hast.
          </p>
        </>
      )}
      <FormStatus busy={busy} trouble={trouble}>
        {error && failureKind(error) === 'not-confirmed' && <ResendConfirmation email={entry.email} />}
        {error && failureKind(error) === 'wrong-credentials' && isRegisteredHere(entry.email) && (
          <p className="meta">
            Gerade erst registriert? Nach zwei Registrierungen, oder wenn du die Mail auf einem anderen Gerät geöffnet
            hast, gilt das Passwort von hier nicht mehr. Ein neues gibst du dir über den Link in der Mail oder über
            „Passwort vergessen?“.
          </p>
        )}
      </FormStatus>
      {registering && <p className="meta">{ageSentence('Registrieren')}</p>}
      <Button type="submit" variant="hot" wide disabled={isIncomplete(entry, mode)} busy={busy}>
        {registering ? 'Registrieren' : 'Anmelden'}
      </Button>
      <div className="sign-in-links">
        {registering ? (
          <button type="button" className="text-button" onClick={() => show('login')}>
            Schon ein Account? Hier anmelden
          </button>
        ) : (
          <>
            <button type="button" className="text-button" onClick={() => show('register')}>
              Noch kein Account? Hier registrieren
            </button>
            <button type="button" className="text-button" onClick={() => show('forgot')} data-leads-to="forgot">
              Passwort vergessen?
            </button>
          </>
        )}
      </div>
    </form>
  )
}

/** Whether somebody registered this address in this browser lately; other devices are told nothing. */
const isRegisteredHere = (email: string): boolean => registeredMail()?.toLowerCase() === email.trim().toLowerCase()

const strengths = {
  guessable: 'Zu leicht zu erraten. Nimm lieber einen ganzen Satz.',
  fair: 'Geht. Länger ist besser: Ein ganzer Satz schlägt jedes Sonderzeichen.',
  strong: 'Gutes Passwort.',
} as const

function passwordHint({ password, email }: Entry): string {
  const strength = passwordStrength(password, email)
  return strength ? strengths[strength] : 'Mindestens 8 Zeichen.'
}

/** Offers the address that was probably meant, once the typed one was refused. */
function MeantMail({ form }: Pick<SignInFlow, 'form'>) {
  const { data: settings } = useQuery(signUpSettingsQuery)
  const meant = form.errorOf('email') ? meantMail(form.watch('email'), settings?.extraMailDomains) : null
  if (!meant) return null
  const take = () => {
    form.setValue('email', meant)
    form.clearErrors('email')
    form.setFocus('password')
  }
  return (
    <button type="button" className="text-button wrap-anywhere" onClick={take}>
      Meintest du {meant}?
    </button>
  )
}

/** The field for an invite code: shown in invite mode, and whenever a code is known. */
function InviteCodeField({ form }: Pick<SignInFlow, 'form'>) {
  const { data: settings } = useQuery(signUpSettingsQuery)
  if (!settings?.inviteOnly && form.watch('inviteCode') === '') return null
  return (
    <TextField
      label="Einladungscode"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={inviteCodeMax}
      hint={settings?.inviteOnly ? 'Neue Konten gibt es gerade nur mit Einladung.' : 'Aus deiner Einladung.'}
      {...form.input('inviteCode')}
    />
  )
}
