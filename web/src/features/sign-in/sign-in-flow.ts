import {
  type Entry,
  type EntryMode,
  entrySchema,
  forgotSchema,
  refuseEntry,
  refuseMissingCode,
} from '@hot/domain/auth/sign-in-form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { authClient } from '#web/lib/auth/session/auth-client.ts'
import { preloadToasts } from '#web/ui/feedback/toasts.ts'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import { mailCheck, signUpSettingsQuery } from './api.ts'

/** Screens of the dialog. The first four can be chosen, the others follow during sign-in. */
export type SignInView =
  | 'choices'
  | 'login'
  | 'register'
  | 'forgot'
  /** A mail with link and code was sent. */
  | 'recovery-code'
  /** The account has a second factor: its code is required before the password may change. */
  | 'recovery-factor'
  | 'new-password'
  | 'second-factor'

/** The initial fields whenever the dialog is opened. */
export const emptyEntry = (inviteCode = ''): Entry => ({ email: '', password: '', confirmation: '', inviteCode })

/** The screen to which the back arrow leads; null if it closes the dialog. */
export function viewBefore(view: SignInView): SignInView | null {
  if (view === 'login' || view === 'register') return 'choices'
  if (view === 'forgot') return 'login'
  return view === 'recovery-code' ? 'forgot' : null
}

/** Whether there is a session that still needs its second factor. */
export const isHalfSignedIn = (view: SignInView): boolean => view === 'second-factor' || view === 'recovery-factor'

/** The fields after switching to a screen: the recovery screens keep the e-mail address but no password. */
export function entryIn(view: SignInView, typed: Entry): Entry {
  const stays = ['choices', 'login', 'register'].includes(view)
  return stays ? typed : { ...emptyEntry(typed.inviteCode), email: typed.email }
}

type ScreenTexts = { title: string; description?: string }

/** Default texts of the first screen, which the caller can override. */
const firstScreen = { title: 'Anmeldung erforderlich', description: 'Bitte melde dich an:' } as const
const firstScreenAgain = { ...firstScreen, description: 'Willkommen zurück! Bitte melde dich an:' } as const

const titles: Record<Exclude<SignInView, 'choices'>, string> = {
  login: 'Mit E-Mail anmelden',
  register: 'Mit E-Mail registrieren',
  forgot: 'Passwort vergessen?',
  'recovery-code': 'Schau in dein Postfach',
  'recovery-factor': 'Zweiter Faktor',
  'new-password': 'Neues Passwort wählen',
  'second-factor': 'Zweiter Faktor',
}

/**
 * Title and description of a screen; `custom` replaces those of the first screen only. `again`: somebody has signed in on
 * this device before.
 */
export function screenTexts(view: SignInView, custom: Partial<ScreenTexts>, again = false): ScreenTexts {
  if (view !== 'choices') return { title: titles[view] }
  const usual = again ? firstScreenAgain : firstScreen
  return {
    title: custom.title ?? usual.title,
    description: custom.description ?? usual.description,
  }
}

/** Fetches the operator's settings and the client's code while the person reads and types. */
function usePreload(): void {
  useQuery(signUpSettingsQuery)
  useEffect(() => {
    preloadToasts()
    // An error is reported when the client is used.
    authClient().catch(() => {})
  }, [])
}

/** The current screen, and one form for the fields of all e-mail screens, so that they survive switching. */
export function useSignInFlow(first: SignInView, inviteCode?: string, typed?: Partial<Entry>) {
  const [view, setView] = useState(first)
  const queries = useQueryClient()
  usePreload()
  // If the operator's settings cannot be fetched, only the backend checks the e-mail address.
  const [refusal] = useState(() => async (entry: Entry, mode: EntryMode) => {
    const settings = await queries.fetchQuery(signUpSettingsQuery).catch(() => null)
    const refused = refuseEntry(entry, mode, mailCheck(settings))
    return refused ?? (mode === 'register' && settings?.inviteOnly ? refuseMissingCode(entry) : null)
  })
  const schema = useMemo(() => {
    if (view === 'forgot') return forgotSchema
    return entrySchema((entry) => refusal(entry, view === 'register' ? 'register' : 'login'))
  }, [view, refusal])
  const form = useZodForm(schema, { ...emptyEntry(inviteCode), ...typed })
  const show = (next: SignInView) => {
    form.reset(entryIn(next, form.getValues()))
    setView(next)
  }
  return { view, show, form, refusal, before: viewBefore(view) }
}
export type SignInFlow = ReturnType<typeof useSignInFlow>

/** Props of every screen of the dialog and of `/auth`. */
export type ScreenProps = {
  flow: SignInFlow
  /** Called when signed in or registered. */
  onDone: () => void
  /** Called when the person cancels. Ends a session that still needs its second factor. */
  onLeave: () => void
}
