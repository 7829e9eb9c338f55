import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { Engine } from '../database/engine.ts'
import { syncDirectory } from '../directory/sync.ts'
import { words } from '../words.ts'

export type StoredFile = { bytes: Buffer; cacheControl: string; savedAt: Date }

/** Bytes by bucket and name. A promise of `put` or `remove` is kept once what it did would survive a power cut. */
export type FileStore = {
  get(bucket: string, name: string): Promise<StoredFile | undefined>
  put(bucket: string, name: string, file: StoredFile): Promise<void>
  remove(bucket: string, name: string): Promise<void>
  /** Removes the files saved before `before` that belong to none of the objects; answers how many. */
  keepOnly(objects: readonly StoredObject[], before: Date): Promise<number>
}

/** The store does not answer; a little later it may. Storage answers 503. */
export class FilesAway extends Error {
  constructor(cause: unknown) {
    super(words.log.filesSilent, { cause })
    this.name = 'FilesAway'
  }
}

export type StoredObject = { bucket: string; name: string }

export const keysOf = (objects: readonly StoredObject[]) =>
  new Set(objects.map(({ bucket, name }) => keyOf(bucket, name)))

const keyOf = (bucket: string, name: string) => createHash('sha256').update(`${bucket}\0${name}`).digest('hex')

/** Where a file lies in a store, with a slash: a name given by a person never becomes a path. It ends in the key. */
export function placeOf(bucket: string, name: string): string {
  const key = keyOf(bucket, name)
  return `${key.slice(0, 2)}/${key}`
}

/** What a store keeps of a file: the first line holds the header. The same in all, so files can be copied across. */
export function sealed(file: StoredFile): Buffer<ArrayBuffer> {
  const head = `${JSON.stringify({ cacheControl: file.cacheControl, savedAt: file.savedAt })}\n`
  return Buffer.concat([Buffer.from(head), file.bytes])
}

export function unsealed(content: Buffer): StoredFile {
  const end = content.indexOf(10)
  const head = JSON.parse(content.subarray(0, end).toString()) as { cacheControl: string; savedAt: string }
  return { bytes: content.subarray(end + 1), cacheControl: head.cacheControl, savedAt: new Date(head.savedAt) }
}

export function memoryStore(): FileStore {
  const files = new Map<string, StoredFile>()
  return {
    get: async (bucket, name) => files.get(keyOf(bucket, name)),
    put: async (bucket, name, file) => void files.set(keyOf(bucket, name), file),
    remove: async (bucket, name) => void files.delete(keyOf(bucket, name)),
    keepOnly: async (objects, before) => {
      const named = keysOf(objects)
      const orphans = [...files].filter(([key, file]) => !named.has(key) && file.savedAt < before)
      for (const [key] of orphans) files.delete(key)
      return orphans.length
    },
  }
}

/** An upload writes its file before its row is there for others to see. */
const GRACE_MS = 3_600_000

/**
 * Removes files whose row is gone: of accounts that staff deleted, and of uploads that a crash cut off. Returns how
 * many. Hosted storage never does (github.com/supabase/storage/issues/601); there, files go through its API first.
 */
export async function removeOrphans(engine: Engine, files: FileStore, now = new Date()): Promise<number> {
  const { rows } = await engine.session((session) => session.query('select bucket_id, name from storage.objects'))
  const objects = rows.map((row) => ({ bucket: String(row.bucket_id), name: String(row.name) }))
  return files.keepOnly(objects, new Date(now.getTime() - GRACE_MS))
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

async function filesBelow(dir: string): Promise<string[]> {
  try {
    const entries = await fs.readdir(dir, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
  } catch (error) {
    if (isMissing(error)) return [] // nothing stored yet
    throw error
  }
}

/** Files below `dir`, for one machine. */
export function directoryStore(dir: string): FileStore {
  const fileOf = (bucket: string, name: string) => path.join(dir, placeOf(bucket, name))
  return {
    get: async (bucket, name) => {
      try {
        return unsealed(await fs.readFile(fileOf(bucket, name)))
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    put: async (bucket, name, file) => {
      const target = fileOf(bucket, name)
      const made = await fs.mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
      // Written beside and renamed: a reader sees the old file or the new one, never half of it.
      await fs.writeFile(`${target}.new`, sealed(file), { mode: 0o600, flush: true })
      await fs.rename(`${target}.new`, target)
      syncDirectory(path.dirname(target))
      // A folder that is new is an entry of another one.
      if (made) for (const above of [path.dirname(made), dir]) syncDirectory(above)
    },
    remove: (bucket, name) => fs.rm(fileOf(bucket, name), { force: true }),
    keepOnly: async (objects, before) => {
      const named = keysOf(objects)
      let removed = 0
      for (const file of await filesBelow(dir)) {
        // `KEY.new` is what a crash left of a file that was being written.
        if (named.has(path.basename(file)) || (await fs.stat(file)).mtime >= before) continue
        await fs.rm(file, { force: true })
        removed++
      }
      return removed
    },
  }
}
