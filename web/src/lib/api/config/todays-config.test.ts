import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
/** The app's own file, and what the server says. */
const keys = { app: 'old', server: 'old' }

beforeEach(() => {
  stored.clear()
  Object.assign(keys, { app: 'old', server: 'old' })
  vi.stubEnv('VITE_SHELL', 'native')
  vi.stubEnv('SSR', false)
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json({
      supabaseUrl: '',
      siteUrl: 'https://hot.example',
      publishableKey: address === '/config.json' ? keys.app : keys.server,
    }),
  )
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

/** The app is started: it reads its own file, then asks the server. */
async function start() {
  vi.resetModules()
  const { runtimeConfig } = await import('./runtime-config.ts')
  const { adoptKey, todaysConfig } = await import('./todays-config.ts')
  const { publishableKey } = await runtimeConfig()
  return { used: publishableKey, isNew: await adoptKey((await todaysConfig()).publishableKey) }
}

test('a key that the server has replaced is used from the next start on, until the app comes with a newer one', async () => {
  expect(await start()).toEqual({ used: 'old', isNew: false })
  keys.server = 'new'
  expect(await start()).toEqual({ used: 'old', isNew: true })
  expect(await start()).toEqual({ used: 'new', isNew: false })
  Object.assign(keys, { app: 'newest', server: 'newest' })
  expect(await start()).toEqual({ used: 'newest', isNew: false })
})

test('a server without a key changes nothing, and what was stored damaged is not used', async () => {
  keys.server = ''
  expect(await start()).toEqual({ used: 'old', isNew: false })
  stored.set('hot_publishable_key', '{"was":"old","is":7}')
  expect((await start()).used).toBe('old')
})
