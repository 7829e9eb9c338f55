import { safeRedirect } from '@hot/domain/auth/same-origin-path'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useCallback, useEffect, useRef } from 'react'
import { signOut } from '#web/lib/auth/session/session-actions.ts'
import type { SignInRequest } from '#web/lib/auth/viewer/sign-in-request.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { isNative } from '#web/platform/device/device.ts'
import { pendingInvite } from '#web/platform/storage/pending-invite.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { EntryForm } from './forms/entry-form.tsx'
import { ForgotForm, RecoveryCodeForm } from './forms/mail-forms.tsx'
import { NewPasswordForm } from './forms/new-password-form.tsx'
import { SecondFactorForm } from './forms/second-factor.tsx'
import { welcomeBack } from './forms/sign-in-call.tsx'
import { ProviderChoices } from './providers/provider-choices.tsx'
import { isHalfSignedIn, type ScreenProps, screenTexts, useSignInFlow, viewBefore } from './sign-in-flow.ts'
import './sign-in.css'

type DialogProps = {
  request: SignInRequest
  /** Closed by the person, or because signing in is complete. */
  onClose: () => void
}

/** The sign-in dialog. Mounted for each request, so every opening starts afresh. */
export function SignInDialog({ request, onClose }: DialogProps) {
  const flow = useSignInFlow(request.mode ?? 'choices', pendingInvite())
  const { view, show, before } = flow
  // Closing the dialog before the second factor was entered signs out again.
  const close = () => (isHalfSignedIn(view) ? void signOut('local').finally(onClose) : onClose())
  const { title, description } = screenTexts(view, request)
  return (
    <Dialog
      open
      onClose={close}
      onBack={() => (before ? show(before) : close())}
      title={title}
      description={description}
    >
      <SignInScreen flow={flow} onDone={onClose} onLeave={close} />
    </Dialog>
  )
}

type PageProps = {
  /** Navigates to a path within the site. */
  onContinue: (path: string) => void
}

/** Where the guest came from: `?weiter=`, never off the site. Read in the browser, because the server's page is shared. */
const wayOn = () => safeRedirect(new URLSearchParams(window.location.search).get('weiter'))

/** `/auth`: the dialog's screens as a page, for links, typed URLs and when the dialog fails to load. */
export function SignInPage({ onContinue }: PageProps) {
  const flow = useSignInFlow('choices')
  const { view, show, before } = flow
  const goOn = useCallback(() => onContinue(wayOn()), [onContinue])
  useMembersGoOn(goOn)
  const { setValue } = flow.form
  useEffect(() => {
    const code = pendingInvite()
    if (code) setValue('inviteCode', code)
  }, [setValue])
  const leave = () => (isHalfSignedIn(view) ? void signOut('local').finally(goOn) : goOn())
  const back = () => (before ? show(before) : leave())
  const { title, description } = screenTexts(view, {})
  return (
    <section className="sign-in-card">
      <div className="sign-in-head">
        <IconButton label="Zurück" onClick={back}>
          <Icon of={ArrowLeft} />
        </IconButton>
        <h1 className="type-h3">{title}</h1>
      </div>
      {description && <p>{description}</p>}
      <noscript>
        <p className="callout">Zum Anmelden braucht HoT JavaScript. Lesen kannst du alles auch ohne.</p>
      </noscript>
      <SignInScreen flow={flow} onDone={goOn} onLeave={leave} />
    </section>
  )
}

/** Redirects members who open the page signed in; those who sign in here may still need a second factor. */
function useMembersGoOn(goOn: () => void): void {
  const viewer = useViewer()
  const settled = useRef(false)
  const { state } = viewer
  useEffect(() => {
    if (settled.current || state === 'loading') return
    settled.current = true
    if (state === 'member') goOn()
  }, [state, goOn])
}

/** The current screen's content, below its title. */
function SignInScreen(props: ScreenProps) {
  const { view } = props.flow
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef(view)
  useEffect(() => {
    if (shown.current === view) return
    const left = shown.current
    shown.current = view
    // The pressed button no longer exists; without this, keyboard focus would restart at the top of the page. Going back
    // ends where one came from.
    const wayThere =
      viewBefore(left) === view ? place.current?.querySelector<HTMLElement>(`[data-leads-to="${left}"]`) : null
    const start = wayThere ?? place.current?.querySelector<HTMLElement>('input, button')
    start?.focus()
  }, [view])
  return (
    <div ref={place} className="sign-in-form">
      <CurrentForm {...props} />
      {agreeing.has(view) && <Agreement />}
    </div>
  )
}

const agreeing: ReadonlySet<string> = new Set(['choices', 'login', 'register'])

/** A new tab preserves what was typed; the native shells have no tabs. */
const target = isNative ? {} : { target: '_blank', rel: 'noopener' }

/** Footer of the dialog: agreement to the terms. */
function Agreement() {
  return (
    <p className="meta sign-in-footer">
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
