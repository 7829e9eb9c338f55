import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { directoryStore, memoryStore } from './file-store.ts'

const HOUR = 3_600_000
const file = () => ({ bytes: Buffer.from('bild'), cacheControl: '60', savedAt: new Date() })
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-files-'))

test.each([
  ['a directory', directoryStore(dir)],
  ['memory', memoryStore()],
])('%s keeps files with a row, and files too new to have one', async (_what, store) => {
  expect(await store.keepOnly([], new Date())).toBe(0)
  await store.put('avatars', 'a/1.webp', file())
  await store.put('avatars', 'b/2.webp', file())
  const rows = [{ bucket: 'avatars', name: 'a/1.webp' }]
  expect(await store.keepOnly(rows, new Date(Date.now() - HOUR))).toBe(0)
  expect(await store.keepOnly(rows, new Date(Date.now() + HOUR))).toBe(1)
  expect((await store.get('avatars', 'a/1.webp'))?.bytes.toString()).toBe('bild')
  expect(await store.get('avatars', 'b/2.webp')).toBeUndefined()
})
