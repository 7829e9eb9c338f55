import type { SignInView } from './sign-in-view.ts'

export type ScreenTexts = { title: string; description?: string }

/** Defaults of the first screen; the caller may give other texts. */
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
