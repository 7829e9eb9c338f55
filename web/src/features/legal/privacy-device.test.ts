import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { persistedLimits } from '@hot/domain/network/persisted-queries'
import { analyticsStorageKeys, storageKeys } from '@hot/domain/privacy/storage-keys'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { OfflineChapter, storedAtFullConsent, storedOnDevice } from './privacy-device.tsx'

const source = path.resolve(import.meta.dirname, '../..')
const named = [...storedOnDevice, ...storedAtFullConsent].flatMap(({ keys }) => keys)
/** Read but never written: a key of an older version, and the switch for local tests. */
const onlyRead: readonly string[] = [storageKeys.pendingInviteLegacy, storageKeys.e2eBypassAuth]

/** All browser-storage keys used in the source. */
function keysInSource(): string[] {
  const files = fs.readdirSync(source, { recursive: true, encoding: 'utf8' })
  const code = files
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.') && !file.includes('features/legal/'))
    .map((file) => fs.readFileSync(path.join(source, file), 'utf8'))
    .filter((text) => /(local|session)Storage/.test(text))
    .join('\n')
  const written = [...code.matchAll(/storageKey = '([^']+)'/g)].map(([, key = '']) => key)
  const shared = Object.entries(storageKeys).flatMap(([name, key]) =>
    new RegExp(`(storageKeys\\.${name}\\b|\\{[^}]*\\b${name}\\b[^}]*\\} = storageKeys)`).test(code) ? [key] : [],
  )
  return [...new Set([...written, ...shared])].filter((key) => !onlyRead.includes(key))
}

test('the privacy policy names every key that the app writes to the device', () => {
  const keys = keysInSource()
  expect(keys).toEqual(expect.arrayContaining(['theme', 'hot_reloaded_for_build', 'hot_profile_cache']))
  expect(named).toEqual(expect.arrayContaining(keys))
})

test('and the key of the router, which has a version in it', () => {
  const router = createRequire(createRequire(import.meta.url).resolve('@tanstack/react-router'))
  const { storageKey } = router('@tanstack/router-core') as { storageKey: string }
  expect(storageKey).toMatch(/^tsr-/)
  expect(named).toContain(storageKey)
})

test('and marks those that need full consent', () =>
  expect(storedAtFullConsent.flatMap(({ keys }) => keys).toSorted()).toEqual(analyticsStorageKeys.toSorted()))

test('and says how much the apps keep, and for how long', () => {
  expect(persistedLimits.ageMs).toBe(7 * 24 * 60 * 60_000)
  const text = renderToStaticMarkup(OfflineChapter()).replace(/\s+/g, ' ')
  expect(text).toContain(`höchstens ${persistedLimits.entries} Antworten, höchstens sieben Tage lang`)
})
