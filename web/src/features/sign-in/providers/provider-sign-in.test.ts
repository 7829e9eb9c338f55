import { beforeEach, expect, test, vi } from 'vitest'
import type { OAuthBrowser } from '#web/platform/links/shell-links.native.ts'
import { signInNatively } from './provider-sign-in.ts'

const back = 'de.hot.app://oauth/callback'
const url = 'https://hot.example/auth/v1/authorize?provider=google'

/** A native shell that immediately returns with this link, and a client that records its calls. */
function harness(link: string, exchangeError: Error | null = null) {
  const steps: string[] = []
  let open = (_: string) => {}
  const browser: OAuthBrowser = {
    returnAddress: async () => back,
    open: async (page) => {
      steps.push(`open ${page}`)
      open(link)
    },
    close: async () => void steps.push('close'),
    onLink: async (listener) => {
      open = listener
      return () => {}
    },
    onClosed: async () => () => {},
  }
  const signInWithOAuth = vi.fn().mockResolvedValue({ data: { url }, error: null })
  const exchangeCodeForSession = vi.fn(async (code: string) => {
    steps.push(`exchange ${code}`)
    return { data: { session: null, user: null }, error: exchangeError }
  })
  return { steps, browser, client: { signInWithOAuth, exchangeCodeForSession } }
}

/** Simulates only what the flow calls. */
const run = ({ client, browser }: ReturnType<typeof harness>, provider: 'google' | 'apple' = 'google') =>
  signInNatively(client as unknown as Parameters<typeof signInNatively>[0], browser, provider)

let logged: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  logged.mockClear()
})

test('browser, code, exchange, close: in this order', async () => {
  const scene = harness(`${back}?code=abc`)
  await run(scene)
  expect(scene.steps).toEqual([`open ${url}`, 'exchange abc', 'close'])
  expect(logged).not.toHaveBeenCalled()
})

test('Google is asked to let the person choose an account, Apple is not', async () => {
  const scene = harness(`${back}?code=abc`)
  await run(scene)
  await run(scene, 'apple')
  const options = scene.client.signInWithOAuth.mock.calls.map(([call]) => call.options)
  expect(options).toEqual([
    { redirectTo: back, skipBrowserRedirect: true, queryParams: { prompt: 'select_account' } },
    { redirectTo: back, skipBrowserRedirect: true },
  ])
})

test('an error in the link is logged, nothing is exchanged and the browser is closed', async () => {
  const scene = harness(`${back}?error=access_denied`)
  await run(scene)
  expect(scene.steps).toEqual([`open ${url}`, 'close'])
  expect(logged).toHaveBeenCalledOnce()
})

test('a code the backend refuses is logged and the browser closed', async () => {
  const scene = harness(`${back}?code=abc`, new Error('bad code'))
  await run(scene)
  expect(scene.steps.at(-1)).toBe('close')
  expect(logged).toHaveBeenCalledOnce()
})
