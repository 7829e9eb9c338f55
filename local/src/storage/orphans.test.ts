import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { OPENS_A_DATABASE } from '../../test/open-contract.ts'
import { openPglite } from '../database/pglite.ts'
import { memoryStore } from './file-store.ts'
import { removeOrphans } from './orphans.ts'

test('a file goes an hour after its row is gone, and stays as long as it has one', OPENS_A_DATABASE, async () => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-orphans-'))
  const engine = await openPglite(dir)
  await engine.session((session) =>
    session.exec(`create schema storage; create table storage.objects (bucket_id text, name text);
      insert into storage.objects values ('avatars', 'a/1.webp'), ('privat', 'b/2.webp')`),
  )
  const files = memoryStore()
  for (const name of ['a/1.webp', 'b/2.webp'])
    await files.put('avatars', name, { bytes: Buffer.from('bild'), cacheControl: '60', savedAt: new Date() })
  const later = new Date(Date.now() + 3_700_000)
  expect(await removeOrphans(engine, files)).toBe(0)
  // `b/2.webp` has a row in another bucket only.
  expect(await removeOrphans(engine, files, later)).toBe(1)
  expect(await files.get('avatars', 'a/1.webp')).toBeDefined()
  expect(await files.get('avatars', 'b/2.webp')).toBeUndefined()
  await engine.close()
  fs.rmSync(dir, { recursive: true })
})
