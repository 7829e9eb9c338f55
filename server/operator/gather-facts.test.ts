import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { findingsOf } from './doctor.ts'
import { gatherFacts, isOpenToAll } from './gather-facts.ts'

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-facts-'))
afterAll(() => fs.rmSync(scratch, { recursive: true }))

let dir: string
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(scratch, 'data-'))
  fs.mkdirSync(path.join(dir, 'pg'))
  fs.writeFileSync(path.join(dir, 'pg/PG_VERSION'), '17')
  const keys = { secretKey: 'k'.repeat(32), storageSecret: 's'.repeat(32), signingKeys: [{}] }
  fs.writeFileSync(path.join(dir, 'secrets.json'), JSON.stringify(keys))
})

const namesFor = async (env: Record<string, string> = {}, dataDir = dir) =>
  findingsOf({ ...(await gatherFacts({ HOT_DATA_DIR: dataDir, ...env })), memoryBytes: 2 * 1024 ** 3 })
    .map(({ name }) => name)
    // How full the disk of this machine is.
    .filter((name) => !name.startsWith('disk_'))

it('finds nothing in a directory that a server has left, or that is yet to be made', async () => {
  expect(await namesFor()).toEqual([])
  expect(await namesFor({}, path.join(scratch, 'noch-nicht'))).toEqual([])
})

it.each([
  ['a file', () => fs.writeFileSync(`${dir}-datei`, ''), '-datei'],
  ['below a file', () => fs.writeFileSync(`${dir}-datei2`, ''), '-datei2/data'],
  ['below what is missing', () => {}, '-weg/data'],
])('names a data directory that is %s, and nothing that follows from it', async (_what, make, below) => {
  make()
  expect(await namesFor({}, dir + below)).toEqual(['directory_unusable'])
})

it.each(['', '{"at', '{"result":"ok"}'])('reads on where the record of rehearsals is damaged: %j', async (record) => {
  fs.writeFileSync(path.join(dir, 'restore-rehearsal.json'), record)
  expect(await namesFor()).toEqual([])
})

it('names keys that are damaged, and a folder in their place', async () => {
  fs.writeFileSync(path.join(dir, 'secrets.json'), '{"secretKey"')
  expect(await namesFor()).toEqual(['keys_damaged'])
  fs.rmSync(path.join(dir, 'secrets.json'))
  fs.mkdirSync(path.join(dir, 'secrets.json'))
  expect(await namesFor()).toEqual(['keys_damaged'])
})

it('names an authority whose file is missing, a folder, or no certificate', async () => {
  const file = path.join(dir, 'ca.pem')
  for (const wrong of [path.join(dir, 'weg.pem'), dir])
    expect(await namesFor({ NODE_EXTRA_CA_CERTS: wrong })).toEqual(['authority_unread'])
  fs.writeFileSync(file, 'DER')
  expect(await namesFor({ NODE_EXTRA_CA_CERTS: file })).toEqual(['authority_unread'])
  fs.writeFileSync(file, '-----BEGIN CERTIFICATE-----\n')
  expect(await namesFor({ NODE_EXTRA_CA_CERTS: file })).toEqual([])
})

it('calls settings open when every account can reach and read them, not when group or folder keep others out', () => {
  const folder = path.join(dir, 'etc')
  const file = path.join(folder, 'hot.env')
  fs.mkdirSync(folder)
  fs.writeFileSync(file, 'SMTP_URL=smtp://hot:geheim@mail.example')
  const open = (ofFolder: number, ofFile: number) => {
    fs.chmodSync(folder, ofFolder)
    fs.chmodSync(file, ofFile)
    return isOpenToAll(file)
  }
  expect(open(0o755, 0o644)).toBe(true)
  expect(open(0o755, 0o640)).toBe(false)
  expect(open(0o750, 0o644)).toBe(false)
  expect(isOpenToAll(path.join(folder, 'fehlt.env'))).toBe(false)
})
