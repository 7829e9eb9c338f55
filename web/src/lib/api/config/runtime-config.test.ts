import { afterEach, expect, it, vi } from 'vitest'
import { inlinedConfig } from './runtime-config.ts'

const slot = Symbol.for('hot.server')

afterEach(() => {
  vi.unstubAllEnvs()
  Reflect.deleteProperty(globalThis, slot)
})

/** The configuration in a document for these settings. */
function carried(more: object) {
  vi.stubEnv('SSR', true)
  const config = { supabaseUrl: '', publishableKey: 'key', siteUrl: 'https://hot.example', site: { SITE_NAME: 'x' } }
  Reflect.set(globalThis, slot, { config: { ...config, webPushKey: 'vapid', ...more } })
  return JSON.parse(inlinedConfig() ?? 'null') as unknown
}

it('a document has what every page needs, and no more', () => {
  expect(carried({})).toEqual({ supabaseUrl: '', publishableKey: 'key', siteUrl: 'https://hot.example' })
})

it('a document says that the service worker is switched off', () => {
  expect(carried({ worker: 'off' })).toMatchObject({ worker: 'off' })
})
