import { codeLength, codeSchema, recoveryCodeSchema, recoveryFieldMax } from '@hot/domain/auth/sign-in-form'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { passkeySupportQuery, proveByPasskey } from '#web/lib/auth/passkeys/passkeys.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { ErrorState } from '#web/ui/feedback/state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { CodeField } from '#web/ui/forms/code-field.tsx'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import { challengeFactor, proveByRecoveryCode, type SecondFactor, secondFactors, verifyFactor } from '../api.ts'
import { FormStatus, refusalToast, useSignInCall } from '../sign-in-call.tsx'
import { failureText, passkeyFailureText } from '../sign-in-error.ts'
import '../sign-in.css'

const kinds = { webauthn: 'Passkey', totp: 'Authenticator-App', phone: 'SMS' } as const
const nameOf = ({ kind, name }: SecondFactor) => name || kinds[kind]

/** Not cached, because the next request may be for another account. */
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
  onDone: () => void
  /** Cancels and signs out; absent where the page has its own button. */
  onGiveUp?: () => void
}

/** Asks for the second factor, a code or a passkey. `onDone` is called once the session is aal2. */
export function SecondFactorForm(props: Props) {
  const { data: factors, error, isFetching, refetch } = useQuery(factorsQuery)
  if (factors && factors.length > 0) return <Question factors={factors} {...props} />
  if (isFetching) return <Skeleton className="h-48" />
  if (error)
    return (
      <ErrorState
        title="Dein zweiter Faktor ließ sich nicht laden"
        text={failureText(error)}
        onRetry={() => void refetch()}
      />
    )
  return <ErrorState title="Kein zweiter Faktor gefunden" text="Lade die Seite neu und melde dich noch einmal an." />
}

function Question({ factors, onDone, onGiveUp }: Props & { factors: SecondFactor[] }) {
  const [chosen, setChosen] = useState(factors[0])
  const [recovering, setRecovering] = useState(false)
  if (!chosen) return null
  const giveUp = onGiveUp && (
    <button type="button" className="text-button" onClick={onGiveUp}>
      Abbrechen und abmelden
    </button>
  )
  if (recovering)
    return (
      <div className="sign-in-form">
        <RecoveryAnswer onDone={onDone} />
        <button type="button" className="text-button" onClick={() => setRecovering(false)}>
          Doch lieber mit {nameOf(chosen)}
        </button>
        {giveUp}
      </div>
    )
  return (
    <div className="sign-in-form">
      {factors.length > 1 && (
        <SelectField
          label="Womit?"
          value={String(factors.indexOf(chosen))}
          onChange={(event) => setChosen(factors[Number(event.target.value)])}
        >
          {factors.map((each, index) => (
            <option key={each.id} value={index}>
              {nameOf(each)}
            </option>
          ))}
        </SelectField>
      )}
      {chosen.kind === 'webauthn' ? (
        <PasskeyAnswer key={chosen.id} factor={chosen} onDone={onDone} />
      ) : (
        <CodeAnswer key={chosen.id} factor={chosen} onDone={onDone} />
      )}
      <LostFactor kind={chosen.kind} onRecover={() => setRecovering(true)} />
      {giveUp}
    </div>
  )
}

type AnswerProps = { factor: SecondFactor; onDone: () => void }

/** A button that opens the device's prompt, because browsers require a press first. */
function PasskeyAnswer({ factor, onDone }: AnswerProps) {
  const { data: support } = useQuery(passkeySupportQuery)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  const { busy, trouble, run } = useSignInCall(
    async () => {
      await proveByPasskey(factor.id)
      onDone()
    },
    'Passkey nicht angenommen',
    undefined,
    passkeyFailureText,
  )
  if (support && support !== 'here')
    return <p>Hier lässt sich dein Passkey nicht benutzen. Öffne HoT unter seiner Adresse im Browser.</p>
  return (
    <>
      <p>Bestätige mit deinem Passkey, so wie du dein Gerät entsperrst.</p>
      <FormStatus busy={busy} trouble={trouble} />
      {/* `aria-disabled` while busy, because a disabled button would lose the focus. A second press does nothing. */}
      <Button ref={button} variant="hot" wide aria-disabled={busy} onClick={() => void run()}>
        Mit Passkey bestätigen
      </Button>
    </>
  )
}

function CodeAnswer({ factor, onDone }: AnswerProps) {
  /** The challenge of a phone, which has sent an SMS; that of an app is started on submit. */
  const [challengeId, setChallengeId] = useState<string | null>(null)
  const form = useZodForm(codeSchema, { code: '' })
  const { element } = form
  useEffect(() => element.current?.querySelector('input')?.focus(), [element])
  // Selects the code after a failure, because a full field accepts no further digit.
  const selectCode = () => element.current?.querySelector('input')?.select()
  const sms = useSignInCall(async () => setChallengeId(await challengeFactor(factor)), 'SMS nicht gesendet')
  const answer = useSignInCall(
    async (code: string) => {
      await verifyFactor(factor, challengeId ?? (await challengeFactor(factor)), code)
      onDone()
    },
    'Code nicht angenommen',
    selectCode,
  )
  const busy = sms.busy || answer.busy
  const isChallenged = factor.kind === 'totp' || challengeId !== null
  const sendSms = () => {
    answer.forget()
    void sms.run()
  }
  const submit = async ({ code }: { code: string }) => {
    if (!isChallenged) return
    sms.forget()
    await answer.run(code)
  }
  return (
    <form {...form.formProps(submit)} className="sign-in-form" aria-busy={busy}>
      {factor.kind === 'phone' && (
        <Button wide onClick={sendSms} busy={busy}>
          {isChallenged ? 'SMS noch einmal senden' : 'Code per SMS senden'}
        </Button>
      )}
      <CodeField
        label={factor.kind === 'totp' ? 'Code aus deiner App' : 'Code aus der SMS'}
        name="code"
        length={codeLength}
        {...form.bind('code')}
      />
      <FormStatus busy={busy} trouble={answer.trouble ?? sms.trouble} />
      <Button
        type="submit"
        variant="hot"
        wide
        disabled={form.watch('code').length < codeLength || !isChallenged}
        busy={busy}
      >
        Bestätigen
      </Button>
    </form>
  )
}

/** A recovery code instead of the factor. */
function RecoveryAnswer({ onDone }: { onDone: () => void }) {
  const form = useZodForm(recoveryCodeSchema, { code: '' })
  const { setFocus } = form
  useEffect(() => setFocus('code'), [setFocus])
  const { busy, trouble, run } = useSignInCall(async (code: string) => {
    const left = await proveByRecoveryCode(code)
    if (left === null) {
      refusalToast('Code nicht angenommen', wrongRecoveryCode)
      return form.showErrors({ code: wrongRecoveryCode })
    }
    onDone()
    showToast({
      from: 'signIn',
      title: left === 1 ? 'Noch 1 Code übrig' : `Noch ${left} Codes übrig`,
      text: 'Gerät weg? Entferne es in deinem Account unter „Sicherheit“ und richte ein neues ein.',
    })
  }, 'Code nicht angenommen')
  return (
    <form {...form.formProps(({ code }) => run(code))} className="sign-in-form" aria-busy={busy}>
      <TextField
        label="Wiederherstellungscode"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={recoveryFieldMax}
        hint="Einer der zehn, die du beim Einrichten bekommen hast. Jeder gilt einmal."
        {...form.input('code')}
      />
      <FormStatus busy={busy} trouble={trouble} />
      <Button type="submit" variant="hot" wide disabled={form.watch('code') === ''} busy={busy}>
        Code einlösen
      </Button>
    </form>
  )
}

const wrongRecoveryCode = 'Der Code stimmt nicht oder ist schon benutzt. Nimm den nächsten auf deiner Liste.'

type LostProps = Pick<SecondFactor, 'kind'> & { onRecover: () => void }

/** What to do without the device. Without a recovery code only the team can restore access. */
function LostFactor({ kind, onRecover }: LostProps) {
  return (
    <details className="sign-in-more">
      <summary>{kind === 'webauthn' ? 'Kein Zugriff auf den Passkey?' : 'Kein Zugriff auf die App?'}</summary>
      <p className="meta">
        {kind === 'webauthn'
          ? 'Nimm das Gerät, auf dem du ihn eingerichtet hast, oder einen anderen zweiten Faktor. In der App von HoT gehen Passkeys noch nicht, nimm dort den Browser.'
          : 'Schau auf deinen anderen Geräten nach: Viele Apps gleichen ihre Codes ab.'}
      </p>
      <p>
        <Button small onClick={onRecover}>
          Wiederherstellungscode eingeben
        </Button>
      </p>
      <p className="meta">
        Hilft beides nicht, schreib dem Team von der E-Mail-Adresse deines Kontos aus; die Adresse steht im Impressum.
        Vorher prüfen wir, dass du es bist.
      </p>
    </details>
  )
}
