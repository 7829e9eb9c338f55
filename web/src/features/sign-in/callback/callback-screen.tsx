import { useEffect } from 'react'
import { signOut } from '#web/lib/auth/session/session-actions.ts'
import { requestSignIn } from '#web/lib/auth/viewer/sign-in-request.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { NewPasswordForm } from '../forms/new-password-form.tsx'
import { takeReturn } from '../return-path.ts'
import { SecondFactorForm } from '../second-factor/second-factor-form.tsx'
import { welcome, welcomeBack } from '../success-toasts.ts'
import { CallbackNotice } from './callback-notice.tsx'
import { CallbackTroubleNotice } from './callback-trouble.tsx'
import type { CallbackOutcome } from './finish-callback.ts'
import { useCallbackOutcome } from './use-callback.ts'
import '../sign-in.css'

/** What `/auth/callback` does and shows below its title. `onContinue` leads on to a path within the site. */
export function CallbackScreen({ onContinue }: { onContinue: (path: string) => void }) {
  const { outcome, slow, setOutcome } = useCallbackOutcome()
  return (
    <section className="sign-in-card" aria-busy={outcome === null}>
      <noscript>
        <p className="note">Zum Anmelden braucht HoT JavaScript. Schalte es ein und öffne den Link noch einmal.</p>
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
    case 'trouble':
      return <CallbackTroubleNotice trouble={outcome.trouble} onHome={home} />
    default:
      return (
        <CallbackNotice
          kind={outcome.kind}
          onContinue={onContinue}
          onSignIn={() => requestSignIn(afterwards(onContinue))}
        />
      )
  }
}

/** Signing in from here must not end here. */
const afterwards = (onContinue: (path: string) => void) => ({
  mode: 'login' as const,
  andThen: () => onContinue(takeReturn()),
})

/** Nothing is left to do: says so and goes on. */
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
