import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MIGRATIONS } from '../../test/open-contract.ts'
import { copyPreparedDatabase, scratchDirectory } from '../../test/prepared-database.ts'
import { verifyArchive, writeArchive } from './archive.ts'
import { readIdentities } from './encryption.ts'
import { restore } from './restore.ts'

const about = {
  kind: 'embedded',
  app: '1.0.0',
  migration: '20250101000000',
  engine: '17.5',
  createdAt: '2026-11-22T00:00:00.000Z',
} as const

let scratch: string
let source: string
let file: string
let keyFile: string
let recipient: string
beforeEach(async () => {
  scratch = scratchDirectory()
  ;[source, file, keyFile] = ['source', 'backup.tar.gz.age', 'key.txt'].map((name) => path.join(scratch, name)) as [
    string,
    string,
    string,
  ]
  fs.mkdirSync(path.join(source, 'pg'), { recursive: true })
  fs.writeFileSync(path.join(source, 'pg/PG_VERSION'), '17\n')
  fs.writeFileSync(path.join(source, 'secrets.json'), '{"geheim":"sb_secret_x"}')
  // Does not compress: several of age's chunks of 64 kB.
  fs.writeFileSync(path.join(source, 'pg/rows'), crypto.getRandomValues(Buffer.alloc(60_000)))
  for (const name of ['a', 'b', 'c', 'd'])
    fs.writeFileSync(path.join(source, `pg/${name}`), crypto.getRandomValues(Buffer.alloc(60_000)))
  const identity = await generateX25519Identity()
  recipient = await identityToRecipient(identity)
  fs.writeFileSync(keyFile, `# created: 2026-11-22\n# public key: ${recipient}\n${identity}\n`)
})
afterEach(() => fs.rmSync(scratch, { recursive: true, force: true }))

const restored = (keys: readonly string[], from = file) =>
  restore({ dataDir: path.join(scratch, 'data') }, from, { migrationsDir: MIGRATIONS, identities: keys }).then(
    () => 'restored',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )

test('an encrypted backup is restored with the secret key, and only with it', { timeout: 240_000 }, async () => {
  fs.rmSync(path.join(source, 'pg'), { recursive: true })
  await copyPreparedDatabase(path.join(source, 'pg'), MIGRATIONS)
  await writeArchive(source, about, file, [recipient])
  expect(fs.readFileSync(file).includes('sb_secret_x')).toBe(false)
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
  expect(await restored([])).toContain('Name its key by identities')
  expect(await restored([await generateX25519Identity()])).toContain('encrypted for another one')
  expect(fs.existsSync(path.join(scratch, 'data'))).toBe(false)
  expect(await restored(readIdentities(keyFile))).toBe('restored')
  expect(fs.readFileSync(path.join(scratch, 'data/secrets.json'), 'utf8')).toContain('sb_secret_x')
})

test('a truncated or altered file is refused in one line, wherever it is damaged', async () => {
  await writeArchive(source, about, file, [recipient])
  const keys = readIdentities(keyFile)
  await verifyArchive(file, keys)
  const whole = fs.readFileSync(file)
  const refusal = async (bytes: Buffer) => {
    fs.writeFileSync(file, bytes)
    return restored(keys)
  }
  for (const length of [30, 150, 1_000, 70_000, whole.length - 65_552, whole.length - 1]) {
    const line = await refusal(whole.subarray(0, length))
    expect(line, String(length)).toContain('damaged or incomplete')
    expect(line).not.toContain('\n')
  }
  for (const at of [60, 130, 200, 300, 100_000, whole.length - 1]) {
    const altered = Buffer.from(whole)
    altered[at] = (altered[at] ?? 0) ^ 1
    expect(await refusal(altered), String(at)).toMatch(/damaged or incomplete|encrypted for another one/)
  }
  expect(fs.existsSync(path.join(scratch, 'data'))).toBe(false)
})

test('several people can each open it', async () => {
  const others = await generateX25519Identity()
  await writeArchive(source, about, file, [recipient, await identityToRecipient(others)])
  for (const keys of [readIdentities(keyFile), [others]]) expect((await verifyArchive(file, keys)).app).toBe('1.0.0')
})

test('a recipient or a key file that is none is refused, and no file is left', async () => {
  await expect(writeArchive(source, about, file, ['age1falsch'])).rejects.toThrow('no public key of age')
  expect(fs.readdirSync(scratch).sort()).toEqual(['key.txt', 'source'])
  expect(() => readIdentities(path.join(scratch, 'fehlt'))).toThrow('There is no key file')
  fs.writeFileSync(keyFile, 'age-encryption.org/v1\n-> scrypt x 18\n')
  expect(() => readIdentities(keyFile)).toThrow('no key file as age-keygen writes it')
})

/** Debian's package of the same name; where it is not installed, the test is skipped. */
const AGE = process.env.AGE_PROGRAM ?? 'age'
const hasAge = (() => {
  try {
    execFileSync(AGE, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

test.runIf(hasAge)('the program age opens it, without any of ours', async () => {
  await writeArchive(source, about, file, [recipient])
  const tar = gunzipSync(execFileSync(AGE, ['-d', '-i', keyFile, file], { maxBuffer: 2 ** 26 }))
  expect(tar.includes('sb_secret_x')).toBe(true)
})
