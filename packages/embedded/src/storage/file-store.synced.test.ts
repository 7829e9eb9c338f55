import fs from 'node:fs'
import promises from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { directoryStore } from './file-store.ts'

const file = () => ({ bytes: Buffer.from('bild'), cacheControl: '60', savedAt: new Date() })
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-files-'))

afterEach(() => vi.restoreAllMocks())
afterAll(() => fs.rmSync(dir, { recursive: true }))

test('a picture counts as stored once its bytes, its name and a new folder around it are on the disk', async () => {
  const written = vi.spyOn(promises, 'writeFile')
  const opened = vi.spyOn(fs, 'openSync')
  const synced = vi.spyOn(fs, 'fsyncSync')
  const folder = path.join(dir, 'fresh')
  await directoryStore(folder).put('avatars', 'c/3.webp', file())
  expect(written).toHaveBeenCalledExactlyOnceWith(
    expect.anything(),
    expect.anything(),
    expect.objectContaining({ flush: true }),
  )
  const [inside] = fs.readdirSync(folder)
  expect(opened.mock.calls.map(([name]) => name)).toEqual([path.join(folder, String(inside)), dir, folder])
  expect(synced).toHaveBeenCalledTimes(3)
})

test('a picture is not stored when the disk refuses a sync', async () => {
  vi.spyOn(fs, 'fsyncSync').mockImplementation(() => {
    throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' })
  })
  await expect(directoryStore(dir).put('avatars', 'd/4.webp', file())).rejects.toMatchObject({ code: 'EIO' })
})
