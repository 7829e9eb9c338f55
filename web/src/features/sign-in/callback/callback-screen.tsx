import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { signOut } from '#web/lib/auth/session/session-actions.ts'
import { requestSignIn } from '#web/lib/auth/viewer/sign-in-request.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { LinkNeedsScript } from '#web/ui/feedback/mailed-link.tsx'
import { NewPasswordForm } from '../forms/new-password-form.tsx'
import { SecondFactorForm } from '../forms/second-factor.tsx'
import { takeReturn } from '../return-path.ts'
import { welcome, welcomeBack } from '../sign-in-call.tsx'
import type { MailLinkType } from './callback-error.ts'
import { CallbackNotice, CallbackTroubleNotice, Heading, Stopped } from './callback-notices.tsx'
import {
  type CallbackOutcome,
  finishCallback,
  keepLink,
  keepOutcome,
  keptLink,
  readCallback,
} from './finish-callback.ts'
import { PressLink } from './press-link.tsx'
import '../sign-in.css'

const slowAfterMs = 4000

/** Reads the parameters of the callback, removes them from the URL, and processes them once. */
function useCallbackOutcome() {
  const [outcome, setOutcome] = useState<CallbackOutcome | null>(null)
  const [slow, setSlow] = useState(false)
  const started = useRef(false)
  const finish = useCallback(async () => {
    const arrived = readCallback(window.location)
    const link = arrived.kind === 'nothing' ? keptLink() : arrived
    const timer = setTimeout(() => setSlow(true), slowAfterMs)
    keepLink(link)
    const next = await finishCallback(link)
    keepOutcome(next)
    setOutcome(next)
    clearTimeout(timer)
    setSlow(false)
  }, [])
  useEffect(() => {
    if (started.current) return
    started.current = true
    void finish()
  }, [finish])
  // The link of another mail, opened in this tab: only the part behind the # changes, and the page stays.
  useEffect(() => {
    const arrive = () => {
      if (window.location.hash.length > 1) void finish()
    }
    window.addEventListener('hashchange', arrive)
    return () => window.removeEventListener('hashchange', arrive)
  }, [finish])
  const goOn = useCallback((next: CallbackOutcome) => {
    keepOutcome(next)
    setOutcome(next)
  }, [])
  return { outcome, slow, goOn }
}

/** The content of `/auth/callback` below its title. `onContinue` navigates to a path within the site. */
export function CallbackScreen({ onContinue }: { onContinue: (path: string) => void }) {
  const { outcome, slow, goOn } = useCallbackOutcome()
  const card = useRef<HTMLElement>(null)
  const step = (next: CallbackOutcome) => {
    flushSync(() => goOn(next))
    // The pressed button is gone: without this, focus is on the body, and nobody hears what has happened.
    card.current?.querySelector('h2')?.focus()
  }
  return (
    <section ref={card} className="sign-in-card" aria-busy={outcome === null}>
      <LinkNeedsScript />
      {outcome ? (
        <Outcome outcome={outcome} onOutcome={step} onContinue={onContinue} />
      ) : (
        <div className="grid gap-4 noscript:hidden">
          <p role="status">
            {slow ? 'Das dauert länger als sonst. Wir sind noch dran, lass die Seite offen.' : 'Einen Moment …'}
          </p>
          <Skeleton className="h-32" />
        </div>
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
  const saved = () => {
    // Who comes back to this entry of the history is not asked again.
    keepLink({ kind: 'nothing' })
    onContinue(takeReturn())
  }
  switch (outcome.kind) {
    case 'signed-in':
      if (outcome.step === 'done') return <Arrived outcome={outcome} onContinue={onContinue} />
      return (
        <>
          <Heading>Zweiter Faktor</Heading>
          <SecondFactorForm onDone={() => onOutcome({ ...outcome, step: 'done' })} onGiveUp={giveUp} />
        </>
      )
    case 'recovery':
      return outcome.step === 'done' ? (
        <>
          <Heading>Neues Passwort wählen</Heading>
          {outcome.because === 'elsewhere' && (
            <p>
              Deine Adresse ist bestätigt. Das Passwort der Registrierung kam aus einem anderen Browser, und wir wissen
              nicht, ob du es warst. Darum gilt es nicht. Gib dir jetzt eins, gern dasselbe, wenn du es selbst warst.
            </p>
          )}
          <NewPasswordForm email={outcome.email} onDone={saved} />
        </>
      ) : (
        <>
          <Heading>Zweiter Faktor</Heading>
          <SecondFactorForm onDone={() => onOutcome({ ...outcome, step: 'done' })} onGiveUp={giveUp} />
        </>
      )
    case 'press':
      return <PressLink outcome={outcome} onOutcome={onOutcome} />
    case 'stopped':
      return <Stopped everywhere={outcome.everywhere} onHome={home} />
    case 'ask':
      return <ConfirmAccount outcome={outcome} onOutcome={onOutcome} onHome={home} />
    case 'trouble':
      return <CallbackTroubleNotice trouble={outcome.trouble} onContinue={onContinue} />
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

/** What the press has done, whether or not somebody signs in now. */
const alreadyDone: { readonly [type in MailLinkType]?: string } = {
  signup: 'Deine Adresse ist bestätigt.',
  email_change: 'Beide Postfächer haben zugestimmt: Die neue Adresse gilt.',
}

type ConfirmProps = {
  outcome: Extract<CallbackOutcome, { kind: 'ask' }>
  onOutcome: (next: CallbackOutcome) => void
  onHome: () => void
}

/**
 * Shows which account a link signs in to and asks for confirmation, because somebody may have sent a link to their own.
 */
function ConfirmAccount({ outcome: { type, email, accept, refuse }, onOutcome, onHome }: ConfirmProps) {
  const [accepting, setAccepting] = useState(false)
  const signIn = () => {
    if (accepting) return
    setAccepting(true)
    void accept().then(onOutcome)
  }
  return (
    <>
      <Heading>Ist das dein Konto?</Heading>
      {alreadyDone[type] && <p>{alreadyDone[type]}</p>}
      <p>
        Dieser Link meldet dich als <strong className="wrap-anywhere">{email}</strong> an. Hast du ihn nicht selbst
        angefordert, dann lass es: Alles, was du dort schreibst, gehört zu diesem Konto.
      </p>
      <div className="sign-in-ways">
        <Button variant="hot" aria-disabled={accepting} onClick={signIn}>
          {accepting ? 'Einen Moment …' : 'Ja, anmelden'}
        </Button>
        <Button aria-disabled={accepting} onClick={() => !accepting && void refuse().finally(onHome)}>
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
