import { Mail } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { FormStatus } from './form-status.tsx'
import { ProviderMark } from './provider-mark.tsx'
import { type Provider, signInWithProvider } from './provider-sign-in.ts'
import type { ScreenProps } from './screen-props.ts'
import { failureText } from './sign-in-error.ts'
import { welcomeBack } from './success-toasts.ts'
import { useSending } from './use-sending.ts'

const providers: readonly { id: Provider; label: string }[] = [
  { id: 'google', label: 'Mit Google anmelden' },
  { id: 'apple', label: 'Mit Apple anmelden' },
]

/** The first screen. */
export function ProviderChoices({ dispatch, onDone }: ScreenProps) {
  const sending = useSending()
  const [trouble, setTrouble] = useState<string | null>(null)
  const leaveFor = (provider: Provider) =>
    sending.send(async () => {
      setTrouble(null)
      try {
        const step = await signInWithProvider(provider)
        if (step === 'second-factor') dispatch({ type: 'show', view: 'second-factor' })
        if (step !== 'done') return
        welcomeBack()
        onDone()
      } catch (error) {
        // Logged for us and said to the person: a button that does nothing would be worse.
        console.error(error)
        const text = failureText(error)
        setTrouble(text)
        showToast({ kind: 'error', from: 'signIn', title: 'Anmeldung fehlgeschlagen', text })
      }
    })
  return (
    <div className="sign-in-choices">
      {providers.map(({ id, label }) => (
        <Button key={id} wide disabled={sending.running} onClick={() => leaveFor(id)}>
          <ProviderMark of={id} />
          {label}
        </Button>
      ))}
      <Button wide variant="hot" disabled={sending.running} onClick={() => dispatch({ type: 'show', view: 'login' })}>
        <Icon of={Mail} />
        Mit E-Mail anmelden
      </Button>
      {(sending.running || trouble) && <FormStatus sending={sending} trouble={trouble} />}
    </div>
  )
}
