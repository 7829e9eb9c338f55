import { showToast } from '#web/ui/feedback/toasts.ts'

export const welcomeBack = (): void =>
  showToast({ from: 'signIn', title: 'Anmeldung erfolgreich', text: 'Willkommen zurück!' })

/** The account was confirmed, or made by a provider, just now. */
export const welcome = (): void =>
  showToast({ from: 'signIn', title: 'Anmeldung erfolgreich', text: 'Willkommen bei HoT!' })

export const registered = (): void =>
  showToast({
    from: 'signIn',
    title: 'Registrierung erfolgreich',
    text: 'Bitte schau in dein Postfach und bestätige deine E-Mail-Adresse.',
  })
