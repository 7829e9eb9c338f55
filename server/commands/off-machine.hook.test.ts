import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runHook } from './off-machine.ts'

let scratch: string
beforeEach(() => {
  scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-hook-'))
})
afterEach(() => fs.rmSync(scratch, { recursive: true }))

const program = (lines: string, mode = 0o700) => {
  const file = path.join(scratch, 'hook')
  fs.writeFileSync(file, `#!/bin/sh\n${lines}\n`, { mode })
  return file
}
const said = () => fs.readFileSync(path.join(scratch, 'said'), 'utf8')
const options = { milliseconds: 60_000 }

test('gets the path as it is, whatever is in it, and no setting of ours', async () => {
  const file = path.join(scratch, `eine "Sicherung"; touch ${scratch}/boese $(touch ${scratch}/boese).tar.gz`)
  const hook = program(`printf '%s|' "$#" "$1" "$HOT_S3_SECRET" "$SMTP_URL" "$RCLONE_CONFIG" > ${scratch}/said`)
  const env = { ...process.env, HOT_S3_SECRET: 'geheim', SMTP_URL: 'smtp://geheim', RCLONE_CONFIG: '/etc/rclone.conf' }
  await runHook(hook, file, { ...options, env })
  expect(said()).toBe(`1|${file}|||/etc/rclone.conf|`)
  expect(fs.readdirSync(scratch).sort()).toEqual(['hook', 'said'])
})

test.each([
  ['echo "erst das"; echo "Kein Platz." >&2; exit 7', 'endete mit 7: Kein Platz.'],
  ['kill -9 $$', 'endete mit SIGKILL.'],
])('a failure is told by its last line: %s', async (lines, line) => {
  await expect(runHook(program(lines), 'datei', options)).rejects.toThrow(line)
})

test.each([
  ['fehlt', 'ENOENT', () => path.join(scratch, 'nichts')],
  ['darf nicht', 'EACCES', () => program('true', 0o600)],
  [
    'hat kein Programm',
    'ENOENT',
    () => {
      const file = path.join(scratch, 'hook')
      fs.writeFileSync(file, '#!/nicht/da\n', { mode: 0o700 })
      return file
    },
  ],
])('one that %s is told by its setting', async (_, code, hook) => {
  await expect(runHook(hook(), 'datei', options)).rejects.toThrow(`(${code}). Prüf HOT_BACKUP_HOOK`)
})

test('is ended with all it has started when it takes too long, even if it will not listen', async () => {
  const pidFile = path.join(scratch, 'pid')
  const hook = program(`trap '' TERM\nsleep 600 &\necho $! > ${pidFile}\nwhile :; do wait; done`)
  await expect(runHook(hook, 'datei', { milliseconds: 600, grace: 100 })).rejects.toThrow('wurde beendet')
  const pid = Number(fs.readFileSync(pidFile, 'utf8'))
  // Ended, or waiting to be fetched by whoever inherited it.
  await expect
    .poll(() => (fs.existsSync(`/proc/${pid}`) ? fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[2] : 'Z'))
    .toBe('Z')
})
