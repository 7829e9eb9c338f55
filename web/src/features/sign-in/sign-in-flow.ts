import { type Entry, type EntryMode, entrySchema, forgotSchema, refuseEntry } from '@hot/domain/auth/sign-in-form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { authClient } from '#web/lib/auth/session/auth-client.ts'
import { preloadToasts } from '#web/ui/feedback/toasts.ts'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import { mailCheck, signUpSettingsQuery } from './api.ts'

/** Screens of the dialog: the first three can be chosen, the others follow during sign-in. */
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

/** Initial fields, each time the dialog opens. */
export const emptyEntry = (inviteCode = ''): Entry => ({ email: '', password: '', confirmation: '', inviteCode })

/** The screen the back arrow leads to; null: closes the dialog. */
export function viewBefore(view: SignInView): SignInView | null {
  if (view === 'login' || view === 'register') return 'choices'
  if (view === 'forgot') return 'login'
  return view === 'recovery-code' ? 'forgot' : null
}

/** The session exists, but still needs its second factor. */
export const isHalfSignedIn = (view: SignInView): boolean => view === 'second-factor' || view === 'recovery-factor'

/** Switching screens keeps the address; passwords are kept except for the recovery screens. */
export function entryIn(view: SignInView, typed: Entry): Entry {
  const stays = ['choices', 'login', 'register'].includes(view)
  return stays ? typed : { ...emptyEntry(typed.inviteCode), email: typed.email }
}

type ScreenTexts = { title: string; description?: string }

/** Defaults of the first screen; the caller can override them. */
const firstScreen = { title: 'Anmeldung erforderlich', description: 'Bitte melde dich an:' } as const

const titles: Record<Exclude<SignInView, 'choices'>, string> = {
  login: 'Mit E-Mail anmelden',
  register: 'Mit E-Mail registrieren',
  forgot: 'Passwort vergessen?',
  'recovery-code': 'Schau in dein Postfach',
  'recovery-factor': 'Zweiter Faktor',
  'new-password': 'Neues Passwort wählen',
  'second-factor': 'Zweiter Faktor',
}

export function screenTexts(view: SignInView, custom: Partial<ScreenTexts>): ScreenTexts {
  if (view !== 'choices') return { title: titles[view] }
  return {
    title: custom.title ?? firstScreen.title,
    description: custom.description ?? firstScreen.description,
  }
}

/** The operator's settings and the client's code, fetched while the person still reads and types. */
function usePreload(): void {
  useQuery(signUpSettingsQuery)
  useEffect(() => {
    preloadToasts()
    // Errors are reported when the client is needed.
    authClient().catch(() => {})
  }, [])
}

/** The current screen and the fields of the e-mail screens: one form, so that they survive switching. */
export function useSignInFlow(first: SignInView, inviteCode?: string) {
  const [view, setView] = useState(first)
  const queries = useQueryClient()
  usePreload()
  // Without the operator's list the backend decides alone.
  const [refusal] = useState(() => async (entry: Entry, mode: EntryMode) => {
    const settings = await queries.fetchQuery(signUpSettingsQuery).catch(() => null)
    return refuseEntry(entry, mode, mailCheck(settings))
  })
  const schema = useMemo(() => {
    if (view === 'forgot') return forgotSchema
    return entrySchema((entry) => refusal(entry, view === 'register' ? 'register' : 'login'))
  }, [view, refusal])
  const form = useZodForm(schema, emptyEntry(inviteCode))
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
  /** Called when the person cancels; a session that still needs its second factor ends. */
  onLeave: () => void
}
