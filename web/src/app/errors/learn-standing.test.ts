import { beforeEach, expect, test, vi } from 'vitest'
import { lostAnswer } from '../../../../tests/support/web/lost-answer.ts'

const app = { version: '1.2.0', build: 7 }
const today = {
  publishableKey: 'key',
  site: { app_store_url: 'https://apps.example/hot' },
  apps: { version: '1.2.0', leastVersion: '1.0.0' },
}
type Today = Omit<typeof today, 'apps'> & {
  apps?: { version: string; leastVersion: string; leastBuild?: number; newestBuild?: number }
}
let server: Today | Error = today
const stored = new Map<string, string>()

vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
})
vi.mock('#web/lib/api/config/runtime-config.ts', () => ({
  runtimeConfig: async () => ({ app }),
}))
vi.mock('#web/lib/api/config/todays-config.ts', () => ({
  adoptKey: async (key: string) => key !== 'key',
  async todaysConfig() {
    if (server instanceof Error) throw server
    return server
  },
}))

const { DataError } = await import('#web/lib/api/data-error.ts')
const { appState } = await import('./app-standing.ts')
const { askAtStart, learnFromFailure } = await import('./learn-standing.ts')

beforeEach(() => {
  server = today
  stored.clear()
  appState.set({ standing: 'served', site: {} })
})

test('an app below the least is served no page, and gets the links to the stores that the server has today', async () => {
  for (const apps of [
    { ...today.apps, leastBuild: 8 },
    { ...today.apps, leastVersion: '1.3.0' },
  ]) {
    appState.set({ standing: 'served', site: {} })
    server = { ...today, apps }
    await askAtStart(() => expect.unreachable())
    expect(appState.get()).toEqual({ standing: 'refused', site: today.site })
  }
})

test('an older one is told once of each newer upload, and goes on', async () => {
  const told: number[] = []
  for (const newestBuild of [8, 8, 9, 7, 8]) {
    server = { ...today, apps: { ...today.apps, newestBuild } }
    await askAtStart(() => told.push(newestBuild))
  }
  expect(told).toEqual([8, 9])
  expect(appState.get().standing).toBe('served')
})

test('a server of before, and one that does not answer, change nothing', async () => {
  server = { publishableKey: 'key', site: {} as typeof today.site }
  await askAtStart(() => expect.unreachable())
  server = lostAnswer()
  await expect(askAtStart(() => expect.unreachable())).rejects.toBe(server)
  expect(appState.get().standing).toBe('served')
})

const newer = { ...today, apps: { ...today.apps, version: '1.3.0' } }
const missing = new DataError('PGRST202', 404, 'no such function')
const shape = new TypeError("undefined is not an object (evaluating 'page.stars.map')")

test.each([
  ['a function that is gone', missing, newer, 'behind'],
  ['a column that is gone', new DataError('42703', 400, 'no such column'), newer, 'behind'],
  ['an answer of another shape', shape, newer, 'behind'],
  ['the same below the least', missing, { ...newer, apps: { ...newer.apps, leastBuild: 8 } }, 'refused'],
  ['a mistake of our own, with a server of the same version', shape, today, 'served'],
  ['no answer', lostAnswer(), newer, 'served'],
  ['a refusal that has nothing to do with it', new DataError('42501', 403, 'not yours'), newer, 'served'],
] as const)('%s', async (_, error, config, standing) => {
  server = config
  await learnFromFailure(error, () => expect.unreachable())
  expect(appState.get().standing).toBe(standing)
})

test('a key that was replaced is taken, and the app starts anew with it', async () => {
  server = { ...today, publishableKey: 'another' }
  const restart = vi.fn()
  await learnFromFailure(new DataError('', 401, 'Invalid API key'), restart)
  expect(restart).toHaveBeenCalledTimes(1)
  expect(appState.get().standing).toBe('served')
})
