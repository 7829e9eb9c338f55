import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { create } from 'tar'
import { BackupError } from './backup-error.ts'
import { type KeptFile, MANIFEST, type Manifest, newManifest } from './manifest.ts'
import { verifyArchive } from './read-archive.ts'

async function hashOf(file: string): Promise<KeptFile> {
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(fs.createReadStream(file), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
    }
  })
  return { bytes, sha256: hash.digest('hex') }
}

/** Every file and directory below `dir`, with names as an archive has them. */
async function inventory(dir: string): Promise<Pick<Manifest, 'files' | 'directories'>> {
  const files: Manifest['files'] = {}
  const directories: string[] = []
  for (const entry of fs.readdirSync(dir, { recursive: true, withFileTypes: true })) {
    const at = path.join(entry.parentPath, entry.name)
    const name = path.relative(dir, at).split(path.sep).join('/')
    if (entry.isDirectory()) directories.push(name)
    else if (entry.isFile()) files[name] = await hashOf(at)
    else throw new BackupError(`${name} ist keine Datei und lässt sich nicht sichern.`)
  }
  return { files, directories }
}

function flush(at: string): void {
  const handle = fs.openSync(at, 'r')
  fs.fsyncSync(handle)
  fs.closeSync(handle)
}

/**
 * Packs what lies below `dir`, which nothing may change meanwhile, into `target`. It appears there complete, read once more
 * and on the disk, or not at all; only its owner may read it, since it holds secrets.
 */
export async function writeArchive(
  dir: string,
  about: Omit<Manifest, 'format' | 'files' | 'directories'>,
  target: string,
): Promise<Manifest> {
  const manifest = newManifest({ ...about, ...(await inventory(dir)) })
  fs.writeFileSync(path.join(dir, MANIFEST), JSON.stringify(manifest), { mode: 0o600 })
  const part = `${target}.part`
  try {
    fs.closeSync(fs.openSync(part, 'w', 0o600))
    // First of all, so that a reader knows what to expect.
    const names = [MANIFEST, ...fs.readdirSync(dir).filter((name) => name !== MANIFEST)]
    await create({ file: part, cwd: dir, gzip: true, portable: true, strict: true }, names)
    fs.chmodSync(part, 0o600)
    flush(part)
    await verifyArchive(part)
    fs.renameSync(part, target)
    flush(path.dirname(target))
  } finally {
    fs.rmSync(part, { force: true })
  }
  return manifest
}
