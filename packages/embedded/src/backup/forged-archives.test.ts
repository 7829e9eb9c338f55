import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { smallBackup } from '../../test/small-backup.ts'

let at: ReturnType<typeof smallBackup>
beforeEach(() => {
  at = smallBackup()
})
afterEach(() => at.remove())

test('a format newer than this program', async () => {
  const manifest = await at.write()
  await at.writeByHand({ ...manifest, format: 4 as never })
  expect(await at.refusal()).toContain('newer version of this program')
})

test('the other kind of database', async () => {
  const manifest = await at.write()
  await at.writeByHand({ ...manifest, kind: 'postgres' })
  expect(await at.refusal()).toContain('Give a databaseUrl')
})

test('names outside the directory, or of files no installation has', async () => {
  const manifest = await at.write()
  const entry = { bytes: 4, sha256: createHash('sha256').update('drin').digest('hex') }
  fs.writeFileSync(path.join(at.scratch, 'outside'), 'drin')
  for (const name of [
    '../outside',
    'pg/../../outside',
    '/etc/outside',
    'pg\\..\\x',
    'lock.sqlite',
    'restore-unfinished',
  ]) {
    await at.writeByHand({ ...manifest, files: { ...manifest.files, [name]: entry } })
    expect(await at.refusal(), name).toContain('manifest is damaged')
  }
  await at.writeByHand(manifest, () => ['../outside'])
  expect(await at.refusal()).toContain('"../outside"')
})

test('links and duplicate names', async () => {
  const manifest = await at.write()
  await at.writeByHand(manifest, (folder) => {
    fs.symlinkSync('/etc/hostname', path.join(folder, 'link'))
    return ['link']
  })
  expect(await at.refusal()).toContain('"link"')
  await at.writeByHand(manifest, () => ['secrets.json'])
  expect(await at.refusal()).toContain('"secrets.json"')
})
