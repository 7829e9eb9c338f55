import fs from 'node:fs/promises'
import path from 'node:path'
import { dataEntries } from './data-entries.ts'

/** The embedded database: copied by whoever holds it, and no part of an installation on PostgreSQL. */
const ofEmbedded = new Set(['pg', 'secrets.json', 'first-start-unfinished'])

const errno = (error: unknown) => (error as NodeJS.ErrnoException).code

/**
 * A second name for the same bytes where the disk can do that: what we write is written beside and renamed, never changed.
 * A picture that was removed a moment ago is none.
 */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await fs.link(from, to)
  } catch (error) {
    if (errno(error) === 'EEXIST' || errno(error) === 'ENOENT') return
    await fs.copyFile(from, to)
  }
}

async function gather(from: string, to: string): Promise<void> {
  const entries = await fs.readdir(from, { withFileTypes: true })
  for (const entry of entries.filter(({ name }) => !name.endsWith('.new'))) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (!entry.isDirectory()) await linkOrCopy(source, target)
    else {
      await fs.mkdir(target, { recursive: true, mode: 0o700 })
      await gather(source, target)
    }
  }
}

/**
 * Brings pictures, mailbox and, beside an embedded database, the keys from the data directory into `work`. Called before
 * and after the database is copied, it has every picture that the copy names: those it names too many, a job removes.
 */
export async function gatherFiles(dataDir: string, work: string, kind: 'embedded' | 'postgres'): Promise<void> {
  const names = dataEntries(dataDir).filter((name) => name !== 'pg' && !(kind === 'postgres' && ofEmbedded.has(name)))
  for (const name of names) {
    const [source, target] = [path.join(dataDir, name), path.join(work, name)]
    if (!(await fs.stat(source)).isDirectory()) {
      // Small, and not all of them are replaced whole: the later copy is the right one.
      await fs.copyFile(source, target)
    } else {
      await fs.mkdir(target, { recursive: true, mode: 0o700 })
      await gather(source, target)
    }
  }
}
