import { useEffect, useRef } from 'react'
import { Agreement } from './agreement.tsx'
import { EntryForm } from './forms/entry-form.tsx'
import { ForgotForm } from './forms/forgot-form.tsx'
import { NewPasswordForm } from './forms/new-password-form.tsx'
import { ProviderChoices } from './providers/provider-choices.tsx'
import type { ScreenProps } from './screen-props.ts'
import { RecoveryCodeForm } from './second-factor/recovery-code-form.tsx'
import { SecondFactorForm } from './second-factor/second-factor-form.tsx'
import { welcomeBack } from './success-toasts.ts'

/** What the state shows, below its title. */
export function SignInScreen(props: ScreenProps) {
  const { view } = props.state
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef(view)
  useEffect(() => {
    if (shown.current === view) return
    shown.current = view
    // The button that was pressed is gone; without this the keyboard would start at the top again.
    place.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [view])
  return (
    <div ref={place} className="sign-in-form">
      <CurrentForm {...props} />
      {agreeing.has(view) && <Agreement />}
    </div>
  )
}

const agreeing: ReadonlySet<string> = new Set(['choices', 'login', 'register'])

function CurrentForm(props: ScreenProps) {
  const { state, dispatch, onDone, onLeave } = props
  const welcomed = () => {
    welcomeBack()
    onDone()
  }
  switch (state.view) {
    case 'choices':
      return <ProviderChoices {...props} />
    case 'login':
    case 'register':
      return <EntryForm key={state.view} mode={state.view} {...props} />
    case 'forgot':
      return <ForgotForm {...props} />
    case 'recovery-code':
      return <RecoveryCodeForm {...props} />
    case 'recovery-factor':
      return <SecondFactorForm onDone={() => dispatch({ type: 'show', view: 'new-password' })} onGiveUp={onLeave} />
    case 'new-password':
      return <NewPasswordForm email={state.entry.email.trim()} onDone={onDone} />
    case 'second-factor':
      return <SecondFactorForm onDone={welcomed} onGiveUp={onLeave} />
  }
}
