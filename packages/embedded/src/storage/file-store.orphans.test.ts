import fs from 'node:fs'
import { expect, test } from 'vitest'
import { MIGRATIONS, OPENS_A_DATABASE } from '../../test/open-contract.ts'
import { copyPreparedDatabase, scratchDirectory } from '../../test/prepared-database.ts'
import { openPglite } from '../database/pglite.ts'
import { memoryStore, removeOrphans } from './file-store.ts'

test('a file is deleted an hour after its row, and not before', OPENS_A_DATABASE, async () => {
  const dir = scratchDirectory()
  await copyPreparedDatabase(dir, MIGRATIONS)
  const engine = await openPglite(dir)
  await engine.session((session) =>
    session.exec(`
      insert into storage.buckets (id, name) values ('avatars', 'avatars'), ('privat', 'privat') on conflict do nothing;
      insert into storage.objects (bucket_id, name) values ('avatars', 'a/1.webp'), ('privat', 'b/2.webp')`),
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
