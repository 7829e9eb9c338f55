import fs from 'node:fs/promises'
import path from 'node:path'
import { syncDirectory } from '../directory/sync.ts'
import { type FileStore, keysOf, placeOf, sealed, unsealed } from './file-store.ts'

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
