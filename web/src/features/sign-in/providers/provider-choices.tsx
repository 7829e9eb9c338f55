import { Mail } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { Icon } from '#web/ui/media/icon.tsx'
import { FormStatus } from '../forms/form-status.tsx'
import { useSending } from '../forms/use-sending.ts'
import type { ScreenProps } from '../screen-props.ts'
import { failureText } from '../sign-in-error.ts'
import { welcomeBack } from '../success-toasts.ts'
import { ProviderMark } from './provider-logo.tsx'
import { type Provider, signInWithProvider } from './provider-sign-in.ts'

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
