import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const stampFile = path.join(root, 'web/dist/built-from')

/** Everything the built app is made from; the server itself runs from source. */
const sources = [
  'web/src',
  'web/public',
  'web/vite',
  'web/vite.config.ts',
  'web/package.json',
  // Its revision stands in the service worker.
  'server/pages/worker-route.ts',
  'server/pages/plain-page.ts',
  'domain/src',
  'package-lock.json',
  'tsconfig.json',
]

const ignored = (file: string) => /\.test\.tsx?$/.test(file) || file.endsWith('.DS_Store')

function filesOf(source: string): string[] {
  const at = path.join(root, source)
  if (!fs.existsSync(at)) return []
  if (fs.statSync(at).isFile()) return [at]
  return fs
    .readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
}

/** Hash of all sources. By content, because a checkout gives old files new times and new files old ones. */
export function sourceStamp(): string {
  const hash = createHash('sha256')
  const files = sources.flatMap(filesOf).filter((file) => !ignored(file))
  for (const file of files.sort()) {
    const content = fs.readFileSync(file)
    hash.update(`${path.relative(root, file)}\n${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

/** Says that the build on disk was made from the sources as they are now. */
export function noteBuild(): void {
  fs.writeFileSync(stampFile, sourceStamp())
}

/** False when there is no build, or the sources have changed since. */
export function isBuildCurrent(): boolean {
  const entry = path.join(root, 'web/dist/server/server.js')
  if (!fs.existsSync(stampFile) || !fs.existsSync(entry)) return false
  return fs.readFileSync(stampFile, 'utf8') === sourceStamp()
}
