import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { writeArchive } from '@hot/embedded/backup/archive'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-unusable-'))
const isRoot = process.getuid?.() === 0
/** `nobody`: root may open everything. */
const user = isRoot ? { uid: 65_534, gid: 65_534 } : {}
const root = path.resolve(import.meta.dirname, '../..')
/** A checkout in root's home is closed to everybody else. */
const mayRead = spawnSync('test', ['-r', path.join(root, 'start.ts')], user).status === 0

const commands = [
  ['doctor', '--offline'],
  ['backup'],
  ['restore', path.join(scratch, 'b.tar.gz'), '--replace'],
  ['admin', 'mia@gmx.de'],
] as const

beforeAll(async () => {
  fs.chmodSync(scratch, 0o777)
  const source = path.join(scratch, 'source')
  fs.mkdirSync(source)
  fs.writeFileSync(path.join(source, 'secrets.json'), '{}')
  const about = { kind: 'embedded', app: '1.0.0', migration: '20250101000000', engine: '17.5' } as const
  await writeArchive(source, { ...about, createdAt: '2026-01-01T00:00:00.000Z' }, path.join(scratch, 'b.tar.gz'), [])
  fs.chmodSync(path.join(scratch, 'b.tar.gz'), 0o644)
  for (const name of ['closed', 'parent']) {
    const dir = path.join(scratch, name)
    fs.mkdirSync(path.join(dir, 'data'), { recursive: true })
    fs.writeFileSync(path.join(dir, 'secrets.json'), '{}')
    // Root's, and closed to others; without root it is closed to its owner too.
    fs.chmodSync(dir, isRoot ? 0o700 : 0)
  }
  const mixed = path.join(scratch, 'mixed')
  fs.mkdirSync(path.join(mixed, 'pg/base'), { recursive: true })
  fs.writeFileSync(path.join(mixed, 'pg/PG_VERSION'), '17')
  if (isRoot) for (const mine of ['', 'pg', 'pg/PG_VERSION']) fs.chownSync(path.join(mixed, mine), 65_534, 65_534)
  fs.chmodSync(path.join(mixed, 'pg/base'), isRoot ? 0o700 : 0)
  fs.writeFileSync(path.join(scratch, 'file'), 'Notiz')
  if (isRoot) fs.chownSync(path.join(scratch, 'file'), 65_534, 65_534)
})
afterAll(() => {
  for (const name of ['closed', 'parent', 'mixed/pg/base']) fs.chmodSync(path.join(scratch, name), 0o700)
  fs.rmSync(scratch, { recursive: true })
})

/** What a command prints for an operator, in lines; its exit code must not be 0. */
function said(name: string, args: readonly string[], dataDir: string): string[] {
  const ran = spawnSync(process.execPath, [`server/commands/${name}-command.ts`, ...args], {
    ...user,
    cwd: root,
    env: { PATH: process.env.PATH, HOT_DATA_DIR: dataDir },
    encoding: 'utf8',
  })
  expect(ran.status, ran.stderr).not.toBe(0)
  return `${ran.stdout}${ran.stderr}`.trim().split('\n')
}

describe.runIf(mayRead)('a data directory that cannot be used', () => {
  it.each([
    ['belongs to another account', 'closed', /darf|gehört/],
    ['lies in a folder that may not be entered', 'parent/data', /darf/],
    ['is a file', 'file', /Datei|kein Verzeichnis|nicht sperren|liegt keine Sicherung/],
    ['lies in a folder that is missing', 'weg/data', /gibt es nicht|nicht anlegen|liegt keine Sicherung/],
  ])('is told by each command in German lines without a stack trace when it %s', (_why, name, words) => {
    for (const [command, ...args] of commands) {
      const lines = said(command, args, path.join(scratch, name))
      const told = `${command}: ${lines.join('\n')}`
      expect(told).toMatch(words)
      expect(told).not.toMatch(/^\s+at |node:internal|Error:|permission denied|no such file|not a directory/m)
      if (command === 'doctor')
        expect(lines).toEqual([expect.stringMatching(/^FEHLER {2}/), expect.stringMatching(/^ {2}→ /)])
      else expect(lines, told).toHaveLength(1)
    }
  })

  it('is not called damaged because of one file of its database that belongs to another account', () => {
    const [line = '', ...more] = said('backup', [], path.join(scratch, 'mixed'))
    expect(line).toMatch(/mixed\/pg\/base nicht lesen und schreiben darf\. Beschädigt ist sie nicht: sudo chown/)
    expect(more).toEqual([])
  })
})
