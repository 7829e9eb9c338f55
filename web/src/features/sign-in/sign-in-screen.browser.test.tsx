import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import {
  type Answers,
  json,
  noNetwork,
  refusal,
  sessionAnswer,
  standIn,
  toastsSaid,
} from '../../../../tests/support/components/backend.ts'
import { SignInDialog } from './sign-in-screen.tsx'

const password = 'POST /auth/v1/token?grant_type=password'
const typed = { email: 'anna@gmx.de', password: 'sommerhaus' }

const dialog = page.getByRole('dialog')
const emailField = page.getByRole('textbox', { name: 'E-Mail', exact: true })
const passwordField = page.getByLabelText('Passwort', { exact: true })
const confirmation = page.getByLabelText('Passwort bestätigen', { exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })

/** Opens the dialog with a backend that returns these answers. */
async function open(answers: Answers = {}) {
  const backend = standIn({
    'GET /rest/v1/app_settings': () => json({ signup_mode: 'open', extra_mail_domains: [] }),
    ...answers,
  })
  const said = toastsSaid()
  const onClose = vi.fn()
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <SignInDialog request={{}} onClose={onClose} />
    </QueryClientProvider>,
  )
  return { ...backend, said, onClose }
}

/** The dialog at its e-mail screen. */
async function openEmailScreen(answers?: Answers, mode: 'login' | 'register' = 'login') {
  const screen = await open(answers)
  await button('Mit E-Mail anmelden').click()
  if (mode === 'register') await button('Noch kein Account? Hier registrieren').click()
  await expect.element(emailField).toHaveFocus()
  return screen
}

async function submitLogin(entry: typeof typed): Promise<void> {
  await emailField.fill(entry.email)
  await passwordField.fill(entry.password)
  await button('Anmelden').click()
}

async function expectStillTyped(entry: typeof typed): Promise<void> {
  await expect.element(emailField).toHaveValue(entry.email)
  await expect.element(passwordField).toHaveValue(entry.password)
  await expect.element(button('Anmelden')).toBeEnabled()
}

test('the e-mail screens: fields, showing the password, links, a submit that waits for what is missing', async () => {
  await openEmailScreen()
  await expect.element(emailField).toHaveAttribute('type', 'email')
  await expect.element(emailField).toHaveAttribute('autocomplete', 'email webauthn')
  await expect.element(passwordField).toHaveAttribute('autocomplete', 'current-password')
  await expect
    .element(dialog)
    .toMatchTextContent('Google, Proton, GMX, Web, T-Online, Apple, Hotmail, Outlook oder Yahoo')
  await expect.element(button('Anmelden')).toBeDisabled()
  await emailField.fill(typed.email)
  await expect.element(button('Anmelden')).toBeDisabled()
  await passwordField.fill(typed.password)
  await expect.element(button('Anmelden')).toBeEnabled()
  await button('Passwort anzeigen').click()
  await expect.element(passwordField).toHaveAttribute('type', 'text')
  await button('Passwort verbergen').click()
  await expect.element(passwordField).toHaveAttribute('type', 'password')

  await button('Noch kein Account? Hier registrieren').click()
  await expect.element(dialog).toHaveAccessibleName('Mit E-Mail registrieren')
  await expect.element(emailField).toHaveValue(typed.email)
  await expect.element(button('Registrieren')).toBeDisabled()
  await confirmation.fill(typed.password)
  await expect.element(button('Registrieren')).toBeEnabled()
  await expect.element(dialog).toMatchTextContent('Wir schicken dir eine Mail zur Bestätigung.')
  await button('Schon ein Account? Hier anmelden').click()
  await expect.element(dialog).toHaveAccessibleName('Mit E-Mail anmelden')
})

test('what is refused before it is sent keeps what was typed and leads to the field', async () => {
  const { said, asked } = await openEmailScreen()
  await submitLogin({ ...typed, email: 'anna@mailinator.com' })
  await expect
    .poll(() => said.at(-1))
    .toMatchObject({
      title: 'E-Mail nicht erlaubt',
      text: expect.stringMatching(/^.*Bitte verwende eine E-Mail-Adresse von Google, Proton, .* oder Yahoo\.$/),
    })
  await expect.element(emailField).toHaveFocus()
  await expect.element(emailField).toHaveAttribute('aria-invalid', 'true')
  await submitLogin({ ...typed, password: 'sieben7' })
  await expect
    .poll(() => said.at(-1))
    .toMatchObject({ title: 'Passwort zu kurz', text: 'Das Passwort muss mindestens 8 Zeichen lang sein.' })
  await expect.element(passwordField).toHaveValue('sieben7')
  await expect.element(passwordField).toHaveFocus()
  expect(asked.map(({ call }) => call)).not.toContain('POST /auth/v1/token')
})

test('each refusal of the backend is said in a sentence, by its code, and nothing typed is lost', async () => {
  const { said, answers } = await openEmailScreen()
  for (const [code, status, text] of [
    ['invalid_credentials', 400, 'E-Mail oder Passwort ist falsch.'],
    ['user_already_exists', 422, 'Diese E-Mail-Adresse ist bereits registriert.'],
    ['signup_disabled', 422, 'Registrierung ist derzeit nicht möglich.'],
    ['email_not_confirmed', 400, 'Bitte bestätige zuerst deine E-Mail-Adresse.'],
    ['something_new', 400, 'Ein unbekannter Fehler ist aufgetreten.'],
    ['over_request_rate_limit', 429, 'Zu viele Versuche. Warte ein paar Minuten und versuch es dann noch einmal.'],
  ] as const) {
    answers[password] = () => refusal(code, 'worded differently', status)
    await submitLogin(typed)
    await expect
      .poll(() => said.at(-1), { message: code })
      .toMatchObject({ kind: 'error', title: 'Anmeldung fehlgeschlagen', text })
    await expect.element(dialog).toMatchTextContent(text)
    await expectStillTyped(typed)
  }
  expect(said).toHaveLength(6)
})

test('registering: passwords that differ, and a refusal with a title of its own', async () => {
  const { said } = await openEmailScreen(
    { 'POST /auth/v1/signup': () => refusal('', 'Signup not allowed', 403) },
    'register',
  )
  await emailField.fill(typed.email)
  await passwordField.fill(typed.password)
  await confirmation.fill('winterhaus')
  await button('Registrieren').click()
  await expect
    .poll(() => said.at(-1))
    .toMatchObject({ title: 'Passwörter stimmen nicht überein', text: 'Bitte überprüfe deine Passwort-Eingabe.' })
  await expect.element(confirmation).toHaveFocus()
  await confirmation.fill(typed.password)
  await button('Registrieren').click()
  await expect
    .poll(() => said.at(-1))
    .toMatchObject({ title: 'Registrierung fehlgeschlagen', text: 'Registrierung ist derzeit nicht möglich.' })
  await expect.element(passwordField).toHaveValue(typed.password)
})

test('a password that is too usual is refused at its field, and another one can be typed', async () => {
  const { said } = await openEmailScreen(
    { 'POST /auth/v1/signup': () => refusal('weak_password', 'Password is known to be weak', 422) },
    'register',
  )
  await emailField.fill(typed.email)
  await passwordField.fill('Passwort1')
  await confirmation.fill('Passwort1')
  await button('Registrieren').click()
  const text = 'Dieses Passwort ist zu leicht zu erraten. Nimm ein anderes.'
  await expect.poll(() => said.at(-1)).toMatchObject({ title: 'Registrierung fehlgeschlagen', text })
  await expect.element(passwordField).toHaveAccessibleDescription(expect.stringContaining(text))
  await expect.element(passwordField).toHaveFocus()
  await expect.element(button('Registrieren')).toBeEnabled()
})

test('a password of 73 characters is left to the backend when signing in, and refused when registering', async () => {
  const long = 'x'.repeat(73)
  const { said } = await openEmailScreen({ [password]: () => refusal('invalid_credentials', '', 400) })
  await submitLogin({ ...typed, password: long })
  await expect
    .poll(() => said.at(-1))
    .toMatchObject({ title: 'Anmeldung fehlgeschlagen', text: 'E-Mail oder Passwort ist falsch.' })
  await button('Noch kein Account? Hier registrieren').click()
  await confirmation.fill(long)
  await button('Registrieren').click()
  await expect
    .poll(() => said.at(-1))
    .toMatchObject({ title: 'Passwort zu lang', text: expect.stringContaining('Das Passwort ist zu lang.') })
})

test('going back leaves the focus where one came from', async () => {
  await openEmailScreen()
  await button('Passwort vergessen?').click()
  await expect.element(dialog).toHaveAccessibleName('Passwort vergessen?')
  await button('Zurück').click()
  await expect.element(button('Passwort vergessen?')).toHaveFocus()
  await button('Zurück').click()
  await expect.element(button('Mit E-Mail anmelden')).toHaveFocus()
})

test.each([
  [['google'], ['Mit Google anmelden']],
  [[], []],
  [undefined, ['Mit Google anmelden', 'Mit Apple anmelden']],
])('of providers %j it offers %j', async (providers, offered) => {
  await open()
  await cleanup()
  const meta = document.querySelector<HTMLMetaElement>('meta[name=hot-config]')
  if (meta) meta.content = JSON.stringify({ ...JSON.parse(meta.content), providers })
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <SignInDialog request={{}} onClose={() => {}} />
    </QueryClientProvider>,
  )
  await expect.element(button('Mit E-Mail anmelden')).toBeVisible()
  const names = ['Mit Google anmelden', 'Mit Apple anmelden']
  expect(names.filter((name) => button(name).query() !== null)).toEqual(offered)
})

test('a provider that is not set up is no dead end', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => logged.mockRestore())
  const { said } = await open({
    'GET /auth/v1/settings': () => json({ external: { google: false, apple: false } }),
  })
  await button('Mit Google anmelden').click()
  await expect
    .poll(() => said.at(-1))
    .toMatchObject({
      title: 'Anmeldung fehlgeschlagen',
      text: expect.stringContaining('Diese Anmeldung ist hier gerade nicht eingerichtet.'),
    })
  await expect.element(button('Mit E-Mail anmelden')).toBeEnabled()
  expect(logged).toHaveBeenCalled()
})

test('without a network it says so and keeps what was typed; back online, pressing twice sends once, and slowness is admitted', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const { said, asked, answers, onClose } = await openEmailScreen({ [password]: noNetwork })
  await submitLogin(typed)
  await expect
    .poll(() => said.at(-1))
    .toMatchObject({ title: 'Anmeldung fehlgeschlagen', text: expect.stringContaining('Keine Verbindung.') })
  await expectStillTyped(typed)

  asked.length = 0
  const { promise: patience, resolve: answer } = Promise.withResolvers<void>()
  answers[password] = async () => {
    await patience
    return sessionAnswer(typed.email)
  }
  await passwordField.click()
  await userEvent.keyboard('{Enter}{Enter}')
  await expect.element(button('Anmelden')).toBeDisabled()
  vi.advanceTimersByTime(4_000)
  await expect
    .element(dialog)
    .toMatchTextContent('Das dauert länger als sonst. Wir sind noch dran, lass das Fenster offen.')
  await userEvent.keyboard('{Enter}')
  answer()
  await expect.poll(() => said.at(-1)).toMatchObject({ title: 'Anmeldung erfolgreich', text: 'Willkommen zurück!' })
  expect(onClose).toHaveBeenCalledOnce()
  expect(asked.filter(({ call }) => call === 'POST /auth/v1/token')).toHaveLength(1)
  expect(localStorage.getItem('sb-hot-auth-token')).toContain(typed.email)
})

test('a mistyped provider is offered corrected, and what is no address is named as such', async () => {
  const { said, asked } = await openEmailScreen()
  await submitLogin({ ...typed, email: 'anna@gmial.com' })
  await expect.poll(() => said.at(-1)).toMatchObject({ title: 'E-Mail nicht erlaubt' })
  await button('Meintest du anna@gmail.com?').click()
  await expect.element(emailField).toHaveValue('anna@gmail.com')
  await expect.element(button('Meintest du anna@gmail.com?')).not.toBeInTheDocument()
  await submitLogin({ ...typed, email: 'kein-at-zeichen' })
  await expect.poll(() => said.at(-1)).toMatchObject({ title: 'Keine gültige E-Mail-Adresse' })
  await expect.element(emailField).toHaveAttribute('aria-invalid', 'true')
  expect(asked.map(({ call }) => call)).not.toContain(password)
})

test('in invite mode an empty code is refused at its field, and a wrong one too', async () => {
  const { said, asked } = await openEmailScreen(
    {
      'GET /rest/v1/app_settings': () => json({ signup_mode: 'invite', extra_mail_domains: [] }),
      'POST /auth/v1/signup': () => refusal('invite_required', 'Signup not allowed', 422),
    },
    'register',
  )
  const code = page.getByLabelText('Einladungscode')
  await emailField.fill(typed.email)
  await passwordField.fill('ein ganzer langer Satz')
  await confirmation.fill('ein ganzer langer Satz')
  await button('Registrieren').click()
  await expect.poll(() => said.at(-1)).toMatchObject({ title: 'Einladungscode fehlt' })
  await expect.element(code).toHaveFocus()
  expect(asked.map(({ call }) => call)).not.toContain('POST /auth/v1/signup')
  await code.fill('HTHT2345')
  await button('Registrieren').click()
  await expect
    .poll(() => said.at(-1))
    .toMatchObject({ title: 'Registrierung fehlgeschlagen', text: 'Registrierung ist derzeit nicht möglich.' })
  await expect.element(code).toHaveFocus()
  await expect.element(dialog).toMatchTextContent('Mit diesem Code geht es nicht.')
})

test('registering says to be at least 16 with the version of the sentence, signing in does not', async () => {
  const { asked } = await openEmailScreen(
    { 'POST /auth/v1/signup': () => refusal('', 'Signup not allowed', 403) },
    'register',
  )
  await expect.element(dialog).toMatchTextContent('Mit „Registrieren“ sagst du: Ich bin mindestens 16 Jahre alt.')
  await emailField.fill(typed.email)
  await passwordField.fill(typed.password)
  await confirmation.fill(typed.password)
  await button('Registrieren').click()
  await expect
    .poll(() => asked.find(({ call }) => call === 'POST /auth/v1/signup')?.body)
    .toMatchObject({ data: { age_text: 1 } })
  await button('Schon ein Account? Hier anmelden').click()
  await expect.element(dialog).not.toMatchTextContent('mindestens 16')
})

test('a new password is told how it strikes somebody who guesses', async () => {
  await openEmailScreen({}, 'register')
  await emailField.fill('anna.walnuss@gmx.de')
  for (const [entered, hint] of [
    ['kurz', 'Mindestens 8 Zeichen.'],
    ['password1', 'Zu leicht zu erraten.'],
    ['anna.walnuss', 'Zu leicht zu erraten.'],
    ['gK7!tRw2', 'Geht.'],
    ['der hund frisst gern tapete', 'Gutes Passwort.'],
  ] as const) {
    await passwordField.fill(entered)
    await expect.element(dialog).toMatchTextContent(hint)
  }
})

test('values that a password manager sets without an event count as typed', async () => {
  const { asked } = await openEmailScreen({ [password]: () => sessionAnswer(typed.email) })
  await expect.element(button('Anmelden')).toBeDisabled()
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  value?.set?.call(emailField.element(), typed.email)
  value?.set?.call(passwordField.element(), typed.password)
  await expect.element(button('Anmelden')).toBeEnabled()
  passwordField.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => asked.filter(({ call }) => call === 'POST /auth/v1/token')).toHaveLength(1)
})
