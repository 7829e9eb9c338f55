import path from 'node:path'
import { circlesOf, readSources, type SourceFile } from './graph.ts'

/**
 * The folders of a package, lowest floor first. A folder imports from floors below its own, never from beside or above.
 * The empty name is the repository.
 */
const floors: Readonly<Record<string, readonly (readonly string[])[]>> = {
  '': [['domain'], ['packages'], ['web'], ['server'], ['native'], ['scripts']],
  // What stands below the contract names the fields it reads; what stands above takes whole answers.
  'domain/src': [
    ['url'],
    ['analytics', 'auth', 'installation', 'monitoring', 'network', 'picture', 'privacy', 'time'],
    ['text'],
    ['csv', 'format', 'merge', 'moderation'],
    ['concern', 'post', 'settings'],
    ['star'],
    ['comment', 'news'],
    ['contract'],
    ['calendar', 'chart', 'member'],
    ['import'],
    ['episode', 'notification'],
    ['search'],
  ],
  'packages/embedded/src': [
    ['english'],
    ['directory'],
    ['database'],
    ['queue'],
    ['mailbox', 'platform', 'storage', 'wire'],
    ['keys', 'rest'],
    ['auth', 'backup', 'gateway', 'realtime'],
  ],
  'packages/embedded/src/auth': [
    ['users'],
    ['sessions'],
    ['mails', 'passwords'],
    ['oauth', 'passkeys', 'sign-in'],
    ['factors', 'links'],
    ['account'],
    ['admin'],
  ],
  server: [
    ['wire'],
    ['link'],
    ['classifier', 'previews', 'push'],
    ['mail'],
    ['settings'],
    ['documents'],
    ['pages'],
    ['cdn', 'feeds', 'media'],
    ['demo', 'jobs'],
    ['metrics'],
    ['operator'],
    ['backend'],
    ['http'],
    ['commands', 'import'],
  ],
}

/**
 * Not a room of its package: the build of the website starts the server for its hot reload, and Capacitor's settings are
 * read by the scripts that check them.
 */
const isBuild = (file: string) => file.startsWith('web/vite') || file === 'native/capacitor.config.ts'

type Edge = { parent: string; from: string; to: string; file: string; target: string }

/** The folders that lead to a file; none for one at the root. */
const foldersTo = (file: string) => path.posix.dirname(file).replace(/^\.$/, '').split('/').filter(Boolean)

/** Where two paths part: the folder they share, and the folders below it that lead to each. */
function partingOf(file: string, target: string): Edge | undefined {
  const [one, other] = [foldersTo(file), foldersTo(target)]
  const shared = one.findIndex((name, at) => name !== other[at])
  const [from, to] = [one[shared], other[shared]]
  // One of them lies in a folder above the other: a whole and its part.
  if (shared < 0 || from === undefined || to === undefined) return undefined
  const parent = one.slice(0, shared).join('/')
  return parent === '' && isBuild(file) ? undefined : { parent, from, to, file, target }
}

const edgesOf = (sources: readonly SourceFile[]): Edge[] =>
  sources.flatMap(({ file, imports }) => imports.flatMap((target) => partingOf(file, target) ?? []))

/** Imports that climb, as `file → file`, and folders that stand on no floor. */
export function climbingImports(sources: readonly SourceFile[], plan: typeof floors = floors): string[] {
  return edgesOf(sources).flatMap(({ parent, from, to, file, target }) => {
    const storeys = plan[parent]
    if (!storeys) return []
    const floorOf = (folder: string) => storeys.findIndex((names) => names.includes(folder))
    const missing = [from, to].find((folder) => floorOf(folder) < 0)
    if (missing) return [`${path.posix.join(parent, missing)} is on no floor (scripts/structure/floors.ts)`]
    return floorOf(from) > floorOf(to) ? [] : [`${file} → ${target}`]
  })
}

/** Folders beside each other that import one another, also by way of third ones: `parent: one, other`. */
export function folderCircles(sources: readonly SourceFile[]): string[] {
  const byParent = Map.groupBy(edgesOf(sources), ({ parent }) => parent)
  return [...byParent].flatMap(([parent, edges]) => {
    const imports = Map.groupBy(edges, ({ from }) => from)
    const folders = [...new Set(edges.flatMap(({ from, to }) => [from, to]))].map((folder) => ({
      file: folder,
      lines: 0,
      imports: (imports.get(folder) ?? []).map(({ to }) => to),
      longest: { name: '', lines: 0 },
    }))
    return circlesOf(folders).map((circle) => `${parent || '.'}: ${circle.join(', ')}`)
  })
}

if (import.meta.main) {
  const sources = readSources()
  const circles = folderCircles(sources).map((circle) => `in a circle: ${circle}`)
  const found = [...climbingImports(sources), ...circles]
  for (const line of found) console.error(line)
  if (found.length > 0) process.exitCode = 1
}
