import fs from 'node:fs'
import path from 'node:path'

/** What carries HoT's version; `packages/` have versions of their own. */
const workspaces = ['domain', 'native', 'server', 'web'] as const

type Manifest = {
  name?: string
  version?: string
  dependencies?: Record<string, string>
  [field: string]: unknown
}
type Lock = Manifest & { packages: Record<string, Manifest> }

const read = <T>(file: string): T => JSON.parse(fs.readFileSync(file, 'utf8')) as T
const write = (file: string, content: unknown) => fs.writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)

const ownNames = workspaces.map((name) => `@hot/${name}`)

function setIn(manifest: Manifest | undefined, version: string): void {
  if (!manifest) throw new Error('A workspace is missing.')
  manifest.version = version
  for (const name of ownNames) if (manifest.dependencies?.[name]) manifest.dependencies[name] = version
}

/** Where each version stands, as `file: version`, for a check that they agree. */
export function versionsIn(root: string): Map<string, string | undefined> {
  const found = new Map<string, string | undefined>()
  const note = (at: string, { version, dependencies = {} }: Manifest = {}) => {
    found.set(at, version)
    for (const name of ownNames) if (dependencies[name]) found.set(`${at}: ${name}`, dependencies[name])
  }
  for (const folder of ['', ...workspaces])
    note(path.posix.join(folder, 'package.json'), read<Manifest>(path.join(root, folder, 'package.json')))
  const lock = read<Lock>(path.join(root, 'package-lock.json'))
  found.set('package-lock.json', lock.version)
  for (const folder of ['', ...workspaces]) note(`package-lock.json: ${folder || '.'}`, lock.packages[folder])
  return found
}

/** Writes the version wherever it stands: root, workspaces, what they ask of each other, and the lock of npm. */
export function setVersion(root: string, version: string): void {
  for (const folder of ['', ...workspaces]) {
    const file = path.join(root, folder, 'package.json')
    const manifest = read<Manifest>(file)
    setIn(manifest, version)
    write(file, manifest)
  }
  const file = path.join(root, 'package-lock.json')
  const lock = read<Lock>(file)
  lock.version = version
  for (const folder of ['', ...workspaces]) setIn(lock.packages[folder], version)
  write(file, lock)
}
