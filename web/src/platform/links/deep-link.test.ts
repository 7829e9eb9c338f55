import { expect, test } from 'vitest'
import { followLinks } from './deep-link.ts'
import { awaitReturn, lateReturnPath } from './oauth-return.ts'

function shell(launch?: string, isSigningIn = true) {
  const went: string[] = []
  const stored = new Map<string, string>()
  let clock = 0
  let listener: ((link: string) => void) | undefined
  const start = () =>
    followLinks({
      siteUrl: 'https://hot.example',
      signInPath: (link) => lateReturnPath(link, 'de.example.hot://oauth/callback', isSigningIn),
      source: {
        launchLink: async () => launch,
        onLink: async (given) => {
          listener = given
          return () => {
            listener = undefined
          }
        },
        openOutside: async (link) => void went.push(`outside ${link}`),
      },
      history: { push: (path) => went.push(`push ${path}`), replace: (path) => went.push(`replace ${path}`) },
      memory: { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => void stored.set(key, value) },
      now: () => clock,
    })
  return {
    went,
    start,
    tap: (link: string) => listener?.(link),
    wait: (ms: number) => {
      clock += ms
    },
  }
}

test('the link that starts the app opens its page once, also when the page is reloaded', async () => {
  const { start, went } = shell('https://hot.example/stars/bo?x=1#k')
  await start()
  await start()
  expect(went).toEqual(['replace /stars/bo?x=1#k'])
})

test('its echo as an event is not followed, the same link tapped later is', async () => {
  const { start, tap, wait, went } = shell('https://hot.example/stars/bo')
  await start()
  tap('https://hot.example/stars/bo')
  wait(60_000)
  tap('https://hot.example/stars/bo')
  expect(went).toEqual(['replace /stars/bo', 'push /stars/bo'])
})

test('a running app follows links until it stops listening', async () => {
  const { start, tap, went } = shell()
  const stop = await start()
  tap('https://hot.example/kalender?ansicht=monat')
  stop()
  tap('https://hot.example/charts')
  expect(went).toEqual(['push /kalender?ansicht=monat'])
})

test('other hosts, private pages and the sign-in redirect are ignored; feeds open outside', async () => {
  const { start, tap, went } = shell('https://evil.example/stars')
  await start()
  tap('https://hot.example/admin')
  tap('https://hot.example@evil.example/stars')
  tap('de.example.hot://stars')
  expect(went).toEqual([])
  tap('https://hot.example/formate/inselfieber.ics')
  expect(went).toEqual(['outside https://hot.example/formate/inselfieber.ics'])
})

const back = 'de.example.hot://oauth/callback'

test.each([
  [`${back}?code=a%26b`, 'replace /auth/callback?code=a%26b'],
  [`${back}?error=access_denied`, 'replace /auth/callback?error=access_denied&error_code=access_denied'],
  // Nobody requested a session in a link.
  [`${back}#access_token=a&refresh_token=b`, 'replace /auth/callback?error=access_denied&error_code=missing+code'],
])("a provider's link that starts the app continues at the end of signing in: %s", async (link, went) => {
  const started = shell(link)
  await started.start()
  expect(started.went).toEqual([went])
})

test.each([
  `${back}.evil?code=a`,
  `${back}/x?code=a`,
  'de.evil.hot://oauth/callback?code=a',
  'de.example.hot://a?code=a',
])('a link that only looks like one is not followed: %s', async (link) => {
  const { start, tap, went } = shell()
  await start()
  tap(link)
  expect(went).toEqual([])
})

test("a provider's link is left to the code that waits for it", async () => {
  const { start, tap, went } = shell()
  await start()
  const stop = awaitReturn()
  tap(`${back}?code=a`)
  expect(went).toEqual([])
  stop()
  tap(`${back}?code=a`)
  expect(went).toEqual(['push /auth/callback?code=a'])
})

test('while nobody here is signing in, the link of a sign-in leads nowhere: any page can open it', async () => {
  const { start, tap, went } = shell('de.example.hot://oauth/callback?error=x', false)
  await start()
  tap('de.example.hot://oauth/callback?code=foreign')
  expect(went).toEqual([])
})
