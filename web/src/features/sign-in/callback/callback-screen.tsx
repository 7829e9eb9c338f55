import { useCallback, useEffect, useRef, useState } from 'react'
import { signOut } from '#web/lib/auth/session/session-actions.ts'
import { requestSignIn } from '#web/lib/auth/viewer/sign-in-request.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { ResendForm } from '../forms/mail-forms.tsx'
import { NewPasswordForm } from '../forms/new-password-form.tsx'
import { SecondFactorForm } from '../forms/second-factor.tsx'
import { welcome, welcomeBack } from '../forms/sign-in-call.tsx'
import { takeReturn } from '../return-path.ts'
import type { CallbackTrouble } from './callback-error.ts'
import { type CallbackOutcome, finishCallback, readCallback } from './finish-callback.ts'
import '../sign-in.css'

const slowAfterMs = 4000

/** Reads the parameters of the callback, removes them from URL and history, and processes them once. */
function useCallbackOutcome() {
  const [outcome, setOutcome] = useState<CallbackOutcome | null>(null)
  const [slow, setSlow] = useState(false)
  const started = useRef(false)
  const finish = useCallback(async () => {
    const link = readCallback(window.location)
    const timer = setTimeout(() => setSlow(true), slowAfterMs)
    // Codes and tokens must not get into history, screenshots and referrers.
    window.history.replaceState(window.history.state, '', window.location.pathname)
    setOutcome(await finishCallback(link))
    clearTimeout(timer)
    setSlow(false)
  }, [])
  useEffect(() => {
    if (started.current) return
    started.current = true
    void finish()
  }, [finish])
  return { outcome, slow, setOutcome }
}

/** The content of `/auth/callback` below its title. `onContinue` navigates to a path within the site. */
export function CallbackScreen({ onContinue }: { onContinue: (path: string) => void }) {
  const { outcome, slow, setOutcome } = useCallbackOutcome()
  return (
    <section className="sign-in-card" aria-busy={outcome === null}>
      <noscript>
        <p className="callout">Zum Anmelden braucht HoT JavaScript. Schalte es ein und öffne den Link noch einmal.</p>
      </noscript>
      {outcome ? (
        <Outcome outcome={outcome} onOutcome={setOutcome} onContinue={onContinue} />
      ) : (
        <>
          <p role="status">
            {slow ? 'Das dauert länger als sonst. Wir sind noch dran, lass die Seite offen.' : 'Einen Moment …'}
          </p>
          <Skeleton className="h-32" />
        </>
      )}
    </section>
  )
}

type Props = {
  outcome: CallbackOutcome
  onOutcome: (next: CallbackOutcome) => void
  onContinue: (path: string) => void
}

function Outcome({ outcome, onOutcome, onContinue }: Props) {
  const home = () => onContinue('/')
  const giveUp = () => void signOut('local').finally(home)
  switch (outcome.kind) {
    case 'signed-in':
      if (outcome.step === 'done') return <Arrived outcome={outcome} onContinue={onContinue} />
      return (
        <>
          <h2 className="type-h3">Zweiter Faktor</h2>
          <SecondFactorForm onDone={() => onOutcome({ ...outcome, step: 'done' })} onGiveUp={giveUp} />
        </>
      )
    case 'recovery':
      return outcome.step === 'done' ? (
        <>
          <h2 className="type-h3">Neues Passwort wählen</h2>
          <NewPasswordForm email={outcome.email} onDone={() => onContinue(takeReturn())} />
        </>
      ) : (
        <>
          <h2 className="type-h3">Zweiter Faktor</h2>
          <SecondFactorForm onDone={() => onOutcome({ ...outcome, step: 'done' })} onGiveUp={giveUp} />
        </>
      )
    case 'ask':
      return <ConfirmAccount outcome={outcome} onOutcome={onOutcome} onHome={home} />
    case 'trouble':
      return <CallbackTroubleNotice trouble={outcome.trouble} onHome={home} />
    default:
      return (
        <CallbackNotice
          kind={outcome.kind}
          onContinue={onContinue}
          onSignIn={() => requestSignIn(loginRequest(onContinue))}
        />
      )
  }
}

type ConfirmProps = {
  outcome: Extract<CallbackOutcome, { kind: 'ask' }>
  onOutcome: (next: CallbackOutcome) => void
  onHome: () => void
}

/**
 * Shows which account a link signs in to and asks for confirmation, because somebody may have sent a link to their own.
 */
function ConfirmAccount({ outcome: { email, accept, refuse }, onOutcome, onHome }: ConfirmProps) {
  const [accepting, setAccepting] = useState(false)
  const signIn = () => {
    setAccepting(true)
    void accept().then(onOutcome)
  }
  return (
    <>
      <h2 className="type-h3">Ist das dein Konto?</h2>
      <p>
        Dieser Link meldet dich als <strong className="wrap-anywhere">{email}</strong> an. Hast du ihn nicht selbst
        angefordert, dann lass es: Alles, was du dort schreibst, gehört zu diesem Konto.
      </p>
      <div className="sign-in-ways">
        <Button variant="hot" disabled={accepting} onClick={signIn}>
          Ja, anmelden
        </Button>
        <Button disabled={accepting} onClick={() => void refuse().finally(onHome)}>
          Nein, nicht mein Konto
        </Button>
      </div>
    </>
  )
}

/** A request to sign in that does not return to the callback. */
const loginRequest = (onContinue: (path: string) => void) => ({
  mode: 'login' as const,
  andThen: () => onContinue(takeReturn()),
})

/** Signed in: greets the member and continues. */
function Arrived({ outcome, onContinue }: { outcome: { fresh: boolean }; onContinue: (path: string) => void }) {
  const { fresh } = outcome
  useEffect(() => {
    if (fresh) welcome()
    else welcomeBack()
    onContinue(takeReturn())
  }, [fresh, onContinue])
  return (
    <>
      <p>Du bist angemeldet.</p>
      <Button variant="strong" onClick={() => onContinue('/')}>
        Weiter
      </Button>
    </>
  )
}

type NoticeKind = 'nothing' | 'email-changed' | 'confirmed' | 'half-done'

const notices: Record<NoticeKind, { title: string; text: string }> = {
  nothing: {
    title: 'Hier ist gerade nichts zu tun',
    text: 'Auf dieser Seite kommst du nach der Anmeldung an, oder über den Link aus einer Mail von uns.',
  },
  'email-changed': {
    title: 'Neue E-Mail-Adresse bestätigt',
    text: 'Ab jetzt meldest du dich mit der neuen Adresse an.',
  },
  confirmed: {
    title: 'E-Mail-Adresse bestätigt',
    text: 'Dein Konto ist bereit. Melde dich jetzt mit E-Mail und Passwort an.',
  },
  'half-done': {
    title: 'Erste Bestätigung ist da',
    text: 'Fehlt noch die zweite: Öffne den Link in der Mail an deine andere Adresse. Erst dann gilt die neue.',
  },
}

type NoticeProps = { kind: NoticeKind; onContinue: (path: string) => void; onSignIn: () => void }

/** A notice for a link that was processed, or that is missing. */
function CallbackNotice({ kind, onContinue, onSignIn }: NoticeProps) {
  const viewer = useViewer()
  const { title, text } = notices[kind]
  return (
    <>
      <h2 className="type-h3">{title}</h2>
      <p>{text}</p>
      <div className="sign-in-ways">
        {viewer.state === 'guest' && (
          <Button variant="hot" onClick={onSignIn}>
            Anmelden
          </Button>
        )}
        {viewer.state === 'member' && (
          <Button variant="strong" onClick={() => onContinue('/account')}>
            Zu deinem Account
          </Button>
        )}
        <Button onClick={() => onContinue('/')}>Zur Startseite</Button>
      </div>
    </>
  )
}

/** What went wrong in the callback, with actions that help. */
function CallbackTroubleNotice({ trouble, onHome }: { trouble: CallbackTrouble; onHome: () => void }) {
  const [resending, setResending] = useState(false)
  const offers = new Set(trouble.ways)
  return (
    <>
      <h2 className="type-h3">{trouble.title}</h2>
      <p>{trouble.text}</p>
      {resending ? (
        <ResendForm />
      ) : (
        <div className="sign-in-ways">
          {offers.has('sign-in') && (
            <Button variant="hot" onClick={() => requestSignIn({ andThen: onHome })}>
              Anmelden
            </Button>
          )}
          {offers.has('resend') && <Button onClick={() => setResending(true)}>Neue Bestätigungs-Mail</Button>}
          {offers.has('recover') && (
            <Button onClick={() => requestSignIn({ mode: 'forgot', andThen: onHome })}>Neues Passwort</Button>
          )}
          <Button onClick={onHome}>Zur Startseite</Button>
        </div>
      )}
    </>
  )
}
