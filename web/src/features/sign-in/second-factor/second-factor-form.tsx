import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { CodeField } from '#web/ui/forms/code-field.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { FormStatus } from '../forms/form-status.tsx'
import type { SecondFactor } from './second-factor-calls.ts'
import { useSecondFactor } from './use-second-factor.ts'

const codeLength = 6
const nameOf = ({ kind, name }: SecondFactor) => name || (kind === 'totp' ? 'Authenticator-App' : 'SMS')

type Props = { onDone: () => void /** The way out; absent where the page offers others. */; onGiveUp?: () => void }

/** Asks for the code of the second factor. */
export function SecondFactorForm({ onDone, onGiveUp }: Props) {
  const { factors, factor, load, sending, trouble, asked, choose, sendSms, answer } = useSecondFactor(onDone)
  const [code, setCode] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const factorId = factor?.id
  useEffect(() => {
    if (factorId) form.current?.querySelector('input')?.focus()
  }, [factorId])
  if (factors.state === 'loading') return <Skeleton className="h-48" />
  if (factors.state === 'failed') return <ErrorState text={factors.text} onRetry={load} />
  if (!factor)
    return <ErrorState title="Kein zweiter Faktor gefunden" text="Lade die Seite neu und melde dich noch einmal an." />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.length === codeLength && asked) answer(code)
  }
  return (
    <form ref={form} className="sign-in-form" noValidate onSubmit={submit} aria-busy={sending.running}>
      {factors.factors.length > 1 && (
        <SelectField
          label="Womit?"
          value={String(factors.factors.indexOf(factor))}
          onChange={(event) => choose(Number(event.target.value))}
        >
          {factors.factors.map((each, index) => (
            <option key={each.id} value={index}>
              {nameOf(each)}
            </option>
          ))}
        </SelectField>
      )}
      {factor.kind === 'phone' && (
        <Button wide onClick={sendSms} disabled={sending.running}>
          {asked ? 'SMS noch einmal senden' : 'Code per SMS senden'}
        </Button>
      )}
      <CodeField
        label={factor.kind === 'totp' ? 'Code aus deiner App' : 'Code aus der SMS'}
        name="code"
        value={code}
        onCode={setCode}
        length={codeLength}
      />
      <FormStatus sending={sending} trouble={trouble} />
      <Button type="submit" variant="hot" wide disabled={code.length < codeLength || !asked || sending.running}>
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
