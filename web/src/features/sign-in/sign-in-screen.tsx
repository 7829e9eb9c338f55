import { safeRedirect } from '@hot/domain/auth/same-origin-path'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { signOut } from '#web/lib/auth/session/session-actions.ts'
import type { SignInRequest } from '#web/lib/auth/viewer/sign-in-request.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { isNative } from '#web/platform/device/device.ts'
import { hasExistingUser } from '#web/platform/storage/existing-user.ts'
import { pendingInvite } from '#web/platform/storage/pending-invite.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { EntryForm } from './forms/entry-form.tsx'
import { ForgotForm, RecoveryCodeForm } from './forms/mail-forms.tsx'
import { NewPasswordForm } from './forms/new-password-form.tsx'
import { SecondFactorForm } from './forms/second-factor.tsx'
import { ProviderChoices } from './providers/provider-choices.tsx'
import { registeredEntry } from './registration/registered-entry.ts'
import { welcomeBack } from './sign-in-call.tsx'
import {
  isHalfSignedIn,
  type ScreenProps,
  type SignInFlow,
  screenTexts,
  useSignInFlow,
  viewBefore,
} from './sign-in-flow.ts'
import './sign-in.css'

type DialogProps = {
  request: SignInRequest
  /** Closed by the person, or because signing in is complete. */
  onClose: () => void
}

/** The sign-in dialog. Mounted for each request, so that its fields are always empty at first. */
export function SignInDialog({ request, onClose }: DialogProps) {
  const [typed] = useState(() => (request.corrects ? registeredEntry() : undefined))
  const flow = useSignInFlow(request.mode ?? 'choices', pendingInvite(), typed)
  const { view, show, before } = flow
  useFactorFirst(flow)
  const isOver = useRef(false)
  const done = () => {
    isOver.current = true
    onClose()
  }
  // Closing the dialog before the second factor was entered signs out. What runs after signing in may navigate, which
  // closes it once more.
  const close = () => {
    if (isOver.current) return
    if (isHalfSignedIn(view)) void signOut('local').finally(onClose)
    else onClose()
  }
  const { title, description } = screenTexts(view, request, useKnownHere())
  return (
    <Dialog
      open
      onClose={close}
      onBack={() => (before ? show(before) : close())}
      title={title}
      description={description}
    >
      <SignInScreen flow={flow} onDone={done} onLeave={close} />
    </Dialog>
  )
}

const neverChanges = () => () => {}

/** Whether somebody with an account has signed in on this device before; the server's page of `/auth` cannot know. */
const useKnownHere = (): boolean => useSyncExternalStore(neverChanges, hasExistingUser, () => false)

type PageProps = {
  /** Navigates to a path within the site. */
  onContinue: (path: string) => void
}

/**
 * The path to return to (`?weiter=`), always within the site. Read in the browser, because the server's page is cached.
 */
const returnPath = () => safeRedirect(new URLSearchParams(window.location.search).get('weiter'))

/** `/auth`: the dialog's screens as a page, for links, typed URLs, and when the dialog could not be loaded. */
export function SignInPage({ onContinue }: PageProps) {
  const flow = useSignInFlow('choices')
  const { view, show, before } = flow
  const proceed = useCallback(() => onContinue(returnPath()), [onContinue])
  useRedirectMembers(proceed)
  useFactorFirst(flow)
  const { setValue } = flow.form
  useEffect(() => {
    const code = pendingInvite()
    if (code) setValue('inviteCode', code)
  }, [setValue])
  const leave = () => (isHalfSignedIn(view) ? void signOut('local').finally(proceed) : proceed())
  const back = () => (before ? show(before) : leave())
  const { title, description } = screenTexts(view, {}, useKnownHere())
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
      <SignInScreen flow={flow} onDone={proceed} onLeave={leave} />
    </section>
  )
}

/** Redirects members who open the page, but not those who sign in on it, who may still need a second factor. */
function useRedirectMembers(proceed: () => void): void {
  const viewer = useViewer()
  const settled = useRef(false)
  const { state } = viewer
  useEffect(() => {
    if (settled.current || state === 'loading') return
    settled.current = true
    if (state === 'member') proceed()
  }, [state, proceed])
}

/** For a session that still needs its second factor, as after a reload. */
function useFactorFirst({ view, show }: SignInFlow): void {
  const viewer = useViewer()
  const needsFactor = viewer.state === 'guest' && viewer.factor === true && view === 'choices'
  useEffect(() => {
    if (needsFactor) show('second-factor')
  })
}

/** The current screen's content, below its title. */
function SignInScreen(props: ScreenProps) {
  const { view } = props.flow
  const container = useRef<HTMLDivElement>(null)
  const shown = useRef(view)
  useEffect(() => {
    if (shown.current === view) return
    const previous = shown.current
    shown.current = view
    // The pressed button no longer exists, and the keyboard focus would start at the top of the page. Going back
    // focuses the button that had led to the screen.
    const opener =
      viewBefore(previous) === view
        ? container.current?.querySelector<HTMLElement>(`[data-leads-to="${previous}"]`)
        : null
    const focused = opener ?? container.current?.querySelector<HTMLElement>('input, button')
    focused?.focus()
  }, [view])
  return (
    <div ref={container} className="sign-in-form">
      <CurrentForm {...props} />
      {viewsWithAgreement.has(view) && <Agreement />}
    </div>
  )
}

const viewsWithAgreement: ReadonlySet<string> = new Set(['choices', 'login', 'register'])

/** Opened in a new tab, so that typed text is preserved; the native shells have no tabs. */
const target = isNative ? {} : { target: '_blank', rel: 'noopener' }

/** The footer of the dialog: agreement to the terms. */
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
  const greetAndClose = () => {
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
      return <SecondFactorForm onDone={greetAndClose} onGiveUp={onLeave} />
  }
}
