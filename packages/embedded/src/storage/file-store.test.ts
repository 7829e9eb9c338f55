import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type S3Server, startS3 } from '../../test/s3-server.ts'
import { directoryStore, type FileStore, FilesAway, memoryStore, placeOf } from './file-store.ts'
import { openS3Store, type S3Options } from './s3-store.ts'

const HOUR = 3_600_000
const later = () => new Date(Date.now() + HOUR)
const file = (text = 'bild') => ({ bytes: Buffer.from(text), cacheControl: '60', savedAt: new Date() })
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-files-'))
const silent = () => {}

let s3: S3Server
beforeAll(async () => {
  s3 = await startS3()
})
afterAll(async () => {
  await s3.close()
  fs.rmSync(dir, { recursive: true })
})

describe.each<[string, () => FileStore | Promise<FileStore>]>([
  ['a directory', () => directoryStore(dir)],
  ['memory', () => memoryStore()],
  ['a bucket', () => openS3Store(s3.options, silent)],
])('%s', (_what, open) => {
  test('keeps files with a row, and files too new to have one', async () => {
    const store = await open()
    expect(await store.keepOnly([], new Date())).toBe(0)
    const names = Array.from({ length: 5 }, (_, n) => `a/${n}.webp`)
    for (const name of names) await store.put('avatars', name, file())
    const rows = [{ bucket: 'avatars', name: 'a/0.webp' }]
    expect(await store.keepOnly(rows, new Date(Date.now() - HOUR))).toBe(0)
    expect(await store.keepOnly(rows, later())).toBe(4)
    expect((await store.get('avatars', 'a/0.webp'))?.bytes.toString()).toBe('bild')
    expect(await store.get('avatars', 'a/1.webp')).toBeUndefined()
    expect(await store.keepOnly([], later())).toBe(1)
  })

  test('gives back bytes, lifetime and time; replaces and removes', async () => {
    const store = await open()
    const bytes = Buffer.from([0, 10, 255, 10, 13, 10])
    const savedAt = new Date('2026-11-23T20:00:00.123Z')
    const name = 'ordner/über uns + 100%/../ß.webp'
    await store.put('bilder', name, { bytes, cacheControl: 'max-age=60', savedAt })
    expect(await store.get('bilder', name)).toEqual({ bytes, cacheControl: 'max-age=60', savedAt })
    await store.put('bilder', name, file('neu'))
    expect((await store.get('bilder', name))?.bytes.toString()).toBe('neu')
    expect(await store.get('avatars', name)).toBeUndefined()
    await store.remove('bilder', name)
    await store.remove('bilder', name)
    expect(await store.get('bilder', name)).toBeUndefined()
  })
})

describe('a bucket', () => {
  test('is shared by processes, and by a directory that is copied into it', async () => {
    const [one, two] = await Promise.all([openS3Store(s3.options, silent), openS3Store(s3.options, silent)])
    await one.put('avatars', 'hier.webp', file('von einem'))
    expect((await two.get('avatars', 'hier.webp'))?.bytes.toString()).toBe('von einem')
    const place = placeOf('avatars', 'hier.webp')
    await directoryStore(dir).put('avatars', 'hier.webp', file('kopiert'))
    s3.place(place, fs.readFileSync(path.join(dir, place)))
    expect((await two.get('avatars', 'hier.webp'))?.bytes.toString()).toBe('kopiert')
    await one.remove('avatars', 'hier.webp')
  })

  test('keeps what is not ours, and nothing of the check at the start', async () => {
    const store = await openS3Store(s3.options, silent)
    s3.place('start-check/x', Buffer.from(''), new Date(0))
    s3.place('rechnungen/2026.pdf', Buffer.from(''), new Date(0))
    expect(await store.keepOnly([], later())).toBe(0)
    expect(s3.keys().sort()).toEqual(['rechnungen/2026.pdf', 'start-check/x'])
  })

  test.each(['away', 'busy', 'silent'] as const)('that is %s is told once, and used again', async (how) => {
    const lines: string[] = []
    const store = await openS3Store({ ...s3.options, timeout: 200 }, (line) => lines.push(line))
    await store.put('avatars', 'da.webp', file())
    s3.fail(how)
    await expect(store.get('avatars', 'da.webp')).rejects.toThrow(FilesAway)
    await expect(store.put('avatars', 'neu.webp', file())).rejects.toThrow(FilesAway)
    s3.fail(undefined)
    expect(await store.get('avatars', 'da.webp')).toBeDefined()
    expect(lines).toEqual([expect.stringMatching(/^The S3 store does not answer as it should \(.+\): /)])
    await store.remove('avatars', 'da.webp')
  })

  const wrong: [string, Partial<S3Options>, string, string][] = [
    ['key', { key: 'AKIDANDERER' }, 'files_refused', 'does not know the key.'],
    ['secret', { secret: 'falsch' }, 'files_refused', 'does not accept the secret of this key.'],
    ['bucket', { bucket: 'gibt-es-nicht' }, 'files_refused', 'knows no bucket "gibt-es-nicht".'],
    ['bucket name', { bucket: 'A..b' }, 'files_refused', 'refuses access (InvalidBucketNameError).'],
    ['region', { region: 'mars-1' }, 'files_refused', 'expects another region than "mars-1".'],
    ['port', { endpoint: 'http://127.0.0.1:1' }, 'files_unreachable', 'cannot be reached ('],
    ['name', { endpoint: 'https://s3.invalid' }, 'files_unreachable', 'cannot be reached ('],
  ]
  test.each(wrong)('with a wrong %s is refused with one sentence', async (_what, change, code, text) => {
    const options = { ...s3.options, ...change }
    await expect(openS3Store(options, silent)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(`The S3 store ${options.endpoint} ${text}`),
    })
  })

  test('that may not be written to is refused at the start', async () => {
    const readOnly = await startS3({ readOnly: true })
    await expect(openS3Store(readOnly.options, silent)).rejects.toMatchObject({
      code: 'files_refused',
      message: expect.stringContaining('does not let this key list, read and write'),
    })
    await readOnly.close()
  })
})
