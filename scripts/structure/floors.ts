import path from 'node:path'
import { circlesOf, type SourceFile } from './graph.ts'

/** The folders of a package, lowest floor first. A folder imports from floors below its own, never from beside or above. */
const floors: Readonly<Record<string, readonly (readonly string[])[]>> = {
  server: [
    ['wire'],
    ['link'],
    ['classifier', 'previews', 'push'],
    ['mail'],
    ['settings'],
    ['pages'],
    ['feeds', 'media'],
    ['demo', 'jobs'],
    ['metrics'],
    ['backend'],
    ['http'],
    ['commands', 'import'],
  ],
}

type Edge = { parent: string; from: string; to: string; file: string; target: string }

/** Where two paths part: the folder they share, and the folders below it that lead to each. */
function partingOf(file: string, target: string): Edge | undefined {
  const [one, other] = [path.posix.dirname(file).split('/'), path.posix.dirname(target).split('/')]
  const shared = one.findIndex((name, at) => name !== other[at])
  const [from, to] = [one[shared], other[shared]]
  // One of them lies in a folder above the other: a whole and its part.
  if (shared < 0 || from === undefined || to === undefined) return undefined
  return { parent: one.slice(0, shared).join('/'), from, to, file, target }
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
    if (missing) return [`${parent}/${missing} is on no floor (scripts/structure/floors.ts)`]
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
