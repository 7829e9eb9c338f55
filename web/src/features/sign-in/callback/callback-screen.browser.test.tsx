import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render, renderHook } from 'vitest-browser-react'
import { endSignInRequest, useSignInRequest } from '#web/lib/auth/viewer/sign-in-request.ts'
import { json, refusal, sessionAnswer, standIn } from '../../../../../tests/support/components/backend.ts'
import { rememberAskedMail } from '../asked-mail.ts'
import { CallbackScreen } from './callback-screen.tsx'

const sessionKey = 'sb-hot-auth-token'
const heading = (name: string) => page.getByRole('heading', { name })

/** Renders the screen at a URL with this query or hash. */
async function arrive(brought: string): Promise<void> {
  const before = window.location.href
  onTestFinished(() => window.history.replaceState(null, '', before))
  window.history.replaceState(null, '', `/auth/callback${brought}`)
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <CallbackScreen onContinue={vi.fn()} />
    </QueryClientProvider>,
  )
}

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
  ['?token_hash=invented&type=signup', 'Der Link gilt nicht mehr'],
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

const someone = 'jemand@gmx.de'
const link = '?token_hash=abc&type=magiclink'
const user = { id: '00000000-0000-4000-8000-000000000001', email: someone, aud: 'authenticated', factors: [] }
/** A link that is good, for an account that may be anybody's. */
const goodLink = () =>
  standIn({
    'POST /auth/v1/verify': () => sessionAnswer(someone),
    'GET /auth/v1/user': () => json(user),
    'POST /auth/v1/logout': () => new Response(null, { status: 204 }),
  })

test('a link that this browser has not asked for shows the account and signs in on demand only', async () => {
  goodLink()
  await arrive(link)
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
  await expect.element(silently ? page.getByText('Du bist angemeldet.') : heading('Ist das dein Konto?')).toBeVisible()
  expect(localStorage.getItem(sessionKey) !== null).toBe(silently)
})

test('a wrong code with a verifier at hand is refused', async () => {
  localStorage.setItem(`${sessionKey}-code-verifier`, JSON.stringify('a'.repeat(56)))
  await arrive('?code=00000000-0000-4000-8000-000000000000')
  await expect.element(heading('Anmeldung fehlgeschlagen')).toBeVisible()
  await expect.element(page.getByText(/Fang bitte noch einmal an\./)).toBeVisible()
})
