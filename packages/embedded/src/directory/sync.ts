import fs from 'node:fs'
import path from 'node:path'

/** Windows opens no directories; its file system keeps a journal of their entries. */
const hasOpenDirectories = process.platform !== 'win32'

/** Returns once what happened to the entries of `dir` (created, renamed, removed) would survive a power cut. */
export function syncDirectory(dir: string): void {
  if (!hasOpenDirectories) return
  const handle = fs.openSync(dir, 'r')
  try {
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

/** Returns once what `file` holds would survive a power cut. Windows flushes only what is open for writing. */
export async function syncFile(file: string): Promise<void> {
  const handle = await fs.promises.open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Returns once everything below `dir`, and its own entry, would survive a power cut. */
export async function syncTree(dir: string): Promise<void> {
  const entries = fs.readdirSync(dir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  // All at once, so that the file system writes its journal for many of them together.
  await Promise.all(files.map((entry) => syncFile(path.join(entry.parentPath, entry.name))))
  for (const entry of entries) if (entry.isDirectory()) syncDirectory(path.join(entry.parentPath, entry.name))
  syncDirectory(dir)
  syncDirectory(path.dirname(dir))
}
