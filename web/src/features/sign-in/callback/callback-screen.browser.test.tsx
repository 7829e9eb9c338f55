import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render, renderHook } from 'vitest-browser-react'
import { endSignInRequest, useSignInRequest } from '#web/lib/auth/viewer/sign-in-request.ts'
import { setViewer, type Viewer, viewer } from '#web/lib/auth/viewer/viewer.ts'
import { json, refusal, sessionAnswer, standIn } from '../../../../../tests/support/components/backend.ts'
import { rememberAskedMail, rememberSignUp } from '../asked-mail.ts'
import { CallbackScreen } from './callback-screen.tsx'

const sessionKey = 'sb-hot-auth-token'
const heading = (name: string) => page.getByRole('heading', { name })

/** Renders the screen at a URL with this query or hash. */
async function arrive(brought: string): Promise<void> {
  const before = window.location.href
  onTestFinished(() => window.history.replaceState(null, '', before))
  window.history.replaceState(null, '', `/auth/callback${brought}`)
  await show()
}

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CallbackScreen onContinue={vi.fn()} />
    </QueryClientProvider>,
  )

beforeEach(() => {
  standIn({
    'POST /auth/v1/verify': () => refusal('otp_expired', 'Email link is invalid or has expired', 403),
    'POST /auth/v1/token?grant_type=pkce': () => refusal('flow_state_not_found', 'invalid flow state', 404),
  })
})

test.each([
  ['?error=access_denied&error_code=otp_expired&error_description=x', 'Der Link gilt nicht mehr'],
  ['#error=access_denied&error_code=otp_expired&error_description=x', 'Der Link gilt nicht mehr'],
  ['?error=access_denied&error_description=The+user+denied', 'Anmeldung abgebrochen'],
  ['?error=server_error&error_code=bad_oauth_state', 'Anmeldung fehlgeschlagen'],
  ['?error=access_denied&error_description=Signup+not+allowed', 'Anmeldung fehlgeschlagen'],
  ['?code=invented', 'Anderer Browser, andere Baustelle'],
  ['#access_token=a.b.c&refresh_token=x&type=recovery', 'Anmeldung fehlgeschlagen'],
])('%s is explained and offers signing in; the address keeps nothing of it', async (brought, title) => {
  await arrive(brought)
  await expect.element(heading(title)).toBeVisible()
  expect(window.location.pathname + window.location.search + window.location.hash).toBe('/auth/callback')
  await expect.element(page.getByText(/Einen Moment/)).not.toBeInTheDocument()
  expect(localStorage.getItem(sessionKey)).toBeNull()
  await page.getByRole('button', { name: 'Anmelden' }).click()
  const { result: request } = await renderHook(useSignInRequest)
  expect(request.current).toMatchObject({ andThen: expect.any(Function) })
  expect(request.current).not.toHaveProperty('mode')
  endSignInRequest()
})

/** Anybody can write such an address: nothing is said to have happened that was not seen to happen. */
test.each([
  '#access_token=abc&refresh_token=def',
  '#access_token=a&refresh_token=b&type=email_change',
  '#message=Done',
])('%s claims no success', async (brought) => {
  standIn({ 'POST /auth/v1/logout?scope=local': () => refusal('bad_jwt', 'invalid JWT', 403) })
  await arrive(brought)
  await expect.element(heading('Schau nach, ob es geklappt hat')).toBeVisible()
  await expect.element(page.getByText(/ist bereit|Ab jetzt|Erste Bestätigung/)).not.toBeInTheDocument()
})

const someone = 'jemand@gmx.de'
const member: Viewer = {
  state: 'member',
  user: { id: '00000000-0000-4000-8000-000000000001', email: someone, createdAt: '2026-01-01T00:00:00Z' },
  profile: null,
  role: 'user',
  assurance: { current: 'aal1', next: 'aal1' },
}
const link = '#token_hash=abc&type=magiclink'
const press = (name: string) => page.getByRole('button', { name }).click()
const user = { id: '00000000-0000-4000-8000-000000000001', email: someone, aud: 'authenticated', factors: [] }
/** A link that is good, for an account that may be anybody's. */
const goodLink = () =>
  standIn({
    'POST /auth/v1/verify': () => sessionAnswer(someone),
    'GET /auth/v1/user': () => json(user),
    'POST /auth/v1/logout': () => new Response(null, { status: 204 }),
  })

test.each([
  ['signup', 'E-Mail-Adresse bestätigen', 'E-Mail-Adresse bestätigen'],
  ['invite', 'Einladung annehmen', 'Einladung annehmen'],
  ['magiclink', 'Anmelden', 'Jetzt anmelden'],
  ['recovery', 'Neues Passwort?', 'Neues Passwort festlegen'],
  ['email_change', 'Neue Adresse bestätigen', 'Änderung bestätigen'],
  ['email_change&act=stop', 'Änderung der Adresse stoppen', 'Änderung stoppen'],
])(
  'opening a link (%s) asks nothing of the server and shows no address, not even after a reload',
  async (type, title, action) => {
    const { asked } = goodLink()
    await arrive(`#token_hash=abc&type=${type}`)
    await expect.element(heading(title)).toBeVisible()
    await expect.element(page.getByRole('button', { name: action, exact: true })).toBeVisible()
    await expect.element(page.getByText(someone)).not.toBeInTheDocument()
    expect(window.location.hash).toBe('')
    await cleanup()
    await show()
    await expect.element(heading(title)).toBeVisible()
    expect(asked.filter(({ call }) => call.includes('/auth/v1/'))).toEqual([])
  },
)

test('after the press a used link says so, focus is on what happened, and a reload asks nothing any more', async () => {
  standIn({ 'POST /auth/v1/verify': () => refusal('email_already_confirmed', 'used', 403) })
  await arrive('#token_hash=abc&type=signup')
  await press('E-Mail-Adresse bestätigen')
  await expect.element(heading('Schon bestätigt')).toHaveFocus()
  await cleanup()
  await show()
  await expect.element(heading('Hier ist gerade nichts zu tun')).toBeVisible()
})

test('without an answer the link stays, and the next press uses it', async () => {
  standIn({ 'POST /auth/v1/verify': () => refusal('request_timeout', 'later', 503) })
  await arrive('#token_hash=abc&type=recovery')
  await press('Neues Passwort festlegen')
  await expect.element(page.getByRole('alert').getByText(/noch einmal/)).toBeVisible()
  goodLink()
  rememberAskedMail(someone)
  await press('Neues Passwort festlegen')
  await expect.element(heading('Neues Passwort wählen')).toBeVisible()
})

test('a page that is loaded again still asks for the new password, once: the link is used up', async () => {
  goodLink()
  rememberAskedMail(someone)
  await arrive('#token_hash=abc&type=recovery')
  await press('Neues Passwort festlegen')
  await expect.element(heading('Neues Passwort wählen')).toBeVisible()
  await cleanup()
  await show()
  await expect.element(heading('Neues Passwort wählen')).toBeVisible()
  await expect.element(page.getByText(someone)).toBeVisible()
  // Signed out meanwhile: the form would be for nobody.
  localStorage.removeItem(sessionKey)
  await cleanup()
  await show()
  await expect.element(heading('Hier ist gerade nichts zu tun')).toBeVisible()
})

test('who confirms elsewhere reads that it is done, before the question whose account it is', async () => {
  goodLink()
  await arrive('#token_hash=abc&type=email_change')
  await press('Änderung bestätigen')
  await expect.element(page.getByText(/Die neue Adresse gilt\./)).toBeVisible()
  await expect.element(heading('Ist das dein Konto?')).toBeVisible()
})

test.each([
  ['recovery', 'Neues Passwort festlegen', /Dann gilt nur die neueste\./],
  ['email_change', 'Änderung bestätigen', /Welche Adresse gilt, steht unter „Sicherheit“\./],
])('a used link (%s) says what is left to do, not how to confirm a registration', async (type, action, text) => {
  setViewer({ state: 'guest', role: 'user' })
  await arrive(`#token_hash=abc&type=${type}`)
  await press(action)
  await expect.element(page.getByText(text)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Neue Bestätigungs-Mail' })).not.toBeInTheDocument()
})

test('who is signed in and presses the link again is not asked to sign in', async () => {
  const before = viewer()
  onTestFinished(() => setViewer(before))
  standIn({ 'POST /auth/v1/verify': () => refusal('email_already_confirmed', 'used', 403) })
  await arrive('#token_hash=abc&type=signup')
  setViewer(member)
  await press('E-Mail-Adresse bestätigen')
  await expect.element(page.getByText(/Du bist angemeldet, mehr ist nicht zu tun\./)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Zu deinem Account' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Anmelden' })).not.toBeInTheDocument()
})

test('a sign-up confirmed in another browser asks for a new password', async () => {
  goodLink()
  await arrive('#token_hash=abc&type=signup')
  await press('E-Mail-Adresse bestätigen')
  await press('Ja, anmelden')
  await expect.element(heading('Neues Passwort wählen')).toBeVisible()
  await expect.element(page.getByText(/kam aus einem anderen Browser/)).toBeVisible()
})

test('in its own browser it proves itself by the verifier and needs none', async () => {
  const { asked } = goodLink()
  rememberSignUp(someone, 'geheim')
  await arrive('#token_hash=abc&type=signup')
  await press('E-Mail-Adresse bestätigen')
  await expect.element(page.getByText('Du bist angemeldet.')).toBeVisible()
  const verify = asked.find(({ call }) => call === 'POST /auth/v1/verify')
  expect(verify?.body).toMatchObject({ token_hash: 'abc', type: 'signup', code_verifier: 'geheim' })
})

test('a change of address is stopped from its mail, and a new password is offered', async () => {
  const { asked } = standIn({ 'POST /auth/v1/email_change/stop': () => json({ sessions_ended: true }) })
  await arrive('#token_hash=abc&type=email_change')
  await press('Änderung stoppen')
  await expect.element(heading('Änderung gestoppt')).toHaveFocus()
  await expect.element(page.getByRole('button', { name: 'Neues Passwort' })).toBeVisible()
  expect(asked.map(({ body }) => body)).toContainEqual({ token_hash: 'abc' })
})

test('the link of another mail, opened in the same tab, is seen', async () => {
  await arrive('#token_hash=abc&type=email_change')
  await expect.element(heading('Neue Adresse bestätigen')).toBeVisible()
  window.location.hash = '#token_hash=def&type=recovery'
  await expect.element(heading('Neues Passwort?')).toBeVisible()
})

test('a link that this browser has not asked for shows the account and signs in on demand only', async () => {
  goodLink()
  await arrive(link)
  await press('Jetzt anmelden')
  await expect.element(heading('Ist das dein Konto?')).toBeVisible()
  await expect.element(page.getByText(someone)).toBeVisible()
  expect(localStorage.getItem(sessionKey)).toBeNull()
  await page.getByRole('button', { name: 'Ja, anmelden' }).click()
  await expect.element(page.getByText('Du bist angemeldet.')).toBeVisible()
  expect(localStorage.getItem(sessionKey)).toContain(someone)
})

test('a link somebody else has sent is refused with one tap, and its session ends', async () => {
  const { asked } = goodLink()
  await arrive(link)
  await press('Jetzt anmelden')
  await page.getByRole('button', { name: 'Nein, nicht mein Konto' }).click()
  await expect.poll(() => asked.map(({ call }) => call)).toContain('POST /auth/v1/logout')
  expect(localStorage.getItem(sessionKey)).toBeNull()
})

test.each([
  ['has asked for a link to that address', someone, true],
  ['has asked for one to another address', 'andere@gmx.de', false],
])('a browser that %s', async (_, email, silently) => {
  goodLink()
  rememberAskedMail(email)
  await arrive(link)
  await press('Jetzt anmelden')
  await expect.element(silently ? page.getByText('Du bist angemeldet.') : heading('Ist das dein Konto?')).toBeVisible()
  expect(localStorage.getItem(sessionKey) !== null).toBe(silently)
})

test('a wrong code with a verifier at hand is refused', async () => {
  localStorage.setItem(`${sessionKey}-code-verifier`, JSON.stringify('a'.repeat(56)))
  await arrive('?code=00000000-0000-4000-8000-000000000000')
  await expect.element(heading('Anmeldung fehlgeschlagen')).toBeVisible()
  await expect.element(page.getByText(/Fang bitte noch einmal an\./)).toBeVisible()
})
