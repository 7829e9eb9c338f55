import { useEffect, useRef } from 'react'
import { isNative } from '#web/platform/device/device.ts'
import { EntryForm } from './forms/entry-form.tsx'
import { NewPasswordForm } from './forms/new-password-form.tsx'
import { ForgotForm, RecoveryCodeForm } from './forms/recovery-forms.tsx'
import { SecondFactorForm } from './forms/second-factor-form.tsx'
import { welcomeBack } from './forms/sign-in-call.tsx'
import { ProviderChoices } from './providers/provider-choices.tsx'
import type { ScreenProps } from './sign-in-flow.ts'

/** What the state shows, below its title. */
export function SignInScreen(props: ScreenProps) {
  const { view } = props.flow
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

/** A new tab keeps what was typed; in the shells there are no tabs. */
const target = isNative ? {} : { target: '_blank', rel: 'noopener' }

/** Footer of the dialog: signing in means agreeing. */
function Agreement() {
  return (
    <p className="meta sign-in-foot">
      Mit der Anmeldung akzeptierst du die{' '}
      <a className="link" href="/community-guidelines" {...target}>
        Community-Guidelines
      </a>{' '}
      und die{' '}
      <a className="link" href="/datenschutz" {...target}>
        Datenschutzerklärung
      </a>
      .
    </p>
  )
}

function CurrentForm(props: ScreenProps) {
  const { flow, onDone, onLeave } = props
  const welcomed = () => {
    welcomeBack()
    onDone()
  }
  switch (flow.view) {
    case 'choices':
      return <ProviderChoices {...props} />
    case 'login':
    case 'register':
      return <EntryForm key={flow.view} mode={flow.view} {...props} />
    case 'forgot':
      return <ForgotForm {...props} />
    case 'recovery-code':
      return <RecoveryCodeForm {...props} />
    case 'recovery-factor':
      return <SecondFactorForm onDone={() => flow.show('new-password')} onGiveUp={onLeave} />
    case 'new-password':
      return <NewPasswordForm email={flow.form.getValues('email').trim()} onDone={onDone} />
    case 'second-factor':
      return <SecondFactorForm onDone={welcomed} onGiveUp={onLeave} />
  }
}
