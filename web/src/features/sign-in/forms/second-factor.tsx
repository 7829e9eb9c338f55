import { codeLength, codeSchema } from '@hot/domain/auth/sign-in-form'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { signOut } from '#web/lib/auth/session/session-actions.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { ErrorState } from '#web/ui/feedback/state.tsx'
import { CodeField } from '#web/ui/forms/code-field.tsx'
import { SelectField } from '#web/ui/forms/field.tsx'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import { answerFactor, askFactor, type SecondFactor, secondFactors } from '../api.ts'
import { failureText } from '../sign-in-error.ts'
import { FormStatus, useSignInCall } from './sign-in-call.tsx'
import '../sign-in.css'

const nameOf = ({ kind, name }: SecondFactor) => name || (kind === 'totp' ? 'Authenticator-App' : 'SMS')

/** Refetched each time and never cached: the next request may be for another account. */
const factorsQuery = {
  queryKey: ['second-factors'],
  queryFn: secondFactors,
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: false,
  retry: false,
  networkMode: 'always',
} as const

type Props = {
  onDone: () => void /** Cancels and signs out; absent where the page offers that itself. */
  onGiveUp?: () => void
}

/** Asks for the code of the second factor. `onDone` runs at aal2. */
export function SecondFactorForm(props: Props) {
  const { data: factors, error, isFetching, refetch } = useQuery(factorsQuery)
  if (factors && factors.length > 0) return <Question factors={factors} {...props} />
  if (isFetching) return <Skeleton className="h-48" />
  if (error) return <ErrorState text={failureText(error)} onRetry={() => void refetch()} />
  return <ErrorState title="Kein zweiter Faktor gefunden" text="Lade die Seite neu und melde dich noch einmal an." />
}

function Question({ factors, onDone, onGiveUp }: Props & { factors: SecondFactor[] }) {
  const [chosen, setChosen] = useState(factors[0])
  /** A phone's challenge sends an SMS and stays open; an app's is created on submit. */
  const [challengeId, setChallengeId] = useState<string | null>(null)
  const form = useZodForm(codeSchema, { code: '' })
  const { element } = form
  const id = chosen?.id
  useEffect(() => {
    if (id) element.current?.querySelector('input')?.focus()
  }, [id, element])
  const sms = useSignInCall(async (phone: SecondFactor) => setChallengeId(await askFactor(phone)), 'SMS nicht gesendet')
  const answer = useSignInCall(async ({ factor, code }: { factor: SecondFactor; code: string }) => {
    await answerFactor(factor, challengeId ?? (await askFactor(factor)), code)
    onDone()
  }, 'Code nicht angenommen')
  if (!chosen) return null
  const busy = sms.busy || answer.busy
  const asked = chosen.kind === 'totp' || challengeId !== null
  const choose = (index: number) => {
    setChosen(factors[index])
    setChallengeId(null)
  }
  const sendSms = () => {
    answer.forget()
    void sms.run(chosen)
  }
  const submit = async ({ code }: { code: string }) => {
    if (!asked) return
    sms.forget()
    await answer.run({ factor: chosen, code })
  }
  return (
    <form {...form.formProps(submit)} className="sign-in-form" aria-busy={busy}>
      {factors.length > 1 && (
        <SelectField
          label="Womit?"
          value={String(factors.indexOf(chosen))}
          onChange={(event) => choose(Number(event.target.value))}
        >
          {factors.map((each, index) => (
            <option key={each.id} value={index}>
              {nameOf(each)}
            </option>
          ))}
        </SelectField>
      )}
      {chosen.kind === 'phone' && (
        <Button wide onClick={sendSms} disabled={busy}>
          {asked ? 'SMS noch einmal senden' : 'Code per SMS senden'}
        </Button>
      )}
      <CodeField
        label={chosen.kind === 'totp' ? 'Code aus deiner App' : 'Code aus der SMS'}
        name="code"
        length={codeLength}
        {...form.bind('code')}
      />
      <FormStatus busy={busy} trouble={answer.trouble ?? sms.trouble} />
      <Button type="submit" variant="hot" wide disabled={form.watch('code').length < codeLength || !asked || busy}>
        Bestätigen
      </Button>
      <details className="sign-in-more">
        <summary>Kein Zugriff auf die App?</summary>
        <p className="meta">
          Schau auf deinen anderen Geräten nach: Viele Apps gleichen ihre Codes ab. Hast du den Schlüssel von damals
          noch, trag ihn in einer neuen App ein. Hilft beides nicht, schreib dem Team von der E-Mail-Adresse deines
          Kontos aus; die Adresse steht im Impressum. Vorher prüfen wir, dass du es bist.
        </p>
      </details>
      {onGiveUp && (
        <button type="button" className="text-button" onClick={onGiveUp}>
          Abbrechen und abmelden
        </button>
      )}
    </form>
  )
}

type GateProps = {
  /** For guests, and until the viewer is known. */
  guest: ReactNode
  /** Shown once the session has the assurance level the account requires. The database decides who is staff. */
  children: ReactNode
}

const nothing = () => {}

/** Wraps the admin area: members with a second factor must enter it before anything is shown. */
export function StaffGate({ guest, children }: GateProps) {
  const viewer = useViewer()
  if (viewer.state !== 'member') return guest
  const { current, next } = viewer.assurance
  if (next !== 'aal2' || current === 'aal2') return children
  return (
    <section className="sign-in-card">
      <h1 className="type-h3">Zweiter Faktor</h1>
      <p>Der Team-Bereich öffnet sich erst mit dem Code deines zweiten Faktors.</p>
      <SecondFactorForm onDone={nothing} onGiveUp={() => void signOut('local').catch(() => {})} />
    </section>
  )
}
