import type { SchemaStatement } from './schema-files.ts'

const folderOf = (file: string) => file.split('/')[0] ?? ''

/** What functions name of other folders, as `from → to`, with the function and what it names. */
function folderReferences(statements: readonly SchemaStatement[]): Map<string, string[]> {
  const homes = new Map(
    statements
      .filter(({ object: { kind } }) => kind === 'function' || kind === 'table' || kind === 'view')
      .map(({ object, file }) => [object.name.replace(/\(.*/, ''), folderOf(file)]),
  )
  const found = new Map<string, string[]>()
  for (const { object, code, file } of statements.filter(({ object: { kind } }) => kind === 'function'))
    for (const name of new Set(code.match(/\b(?:private|public)\.\w+/g))) {
      const home = homes.get(name)
      if (home === undefined || home === folderOf(file)) continue
      const way = `${folderOf(file)} → ${home}`
      found.set(way, [...(found.get(way) ?? []), `${object.name} names ${name}`])
    }
  return found
}

/** Pairs of folders whose functions name each other, the fewest upward references first: `low ↔ high: up, down`. */
export function mutualFolders(statements: readonly SchemaStatement[]): string[] {
  const references = folderReferences(statements)
  return [...references]
    .flatMap(([way, up]) => {
      const [low = '', high = ''] = way.split(' → ')
      const down = references.get(`${high} → ${low}`)
      return low < high && down
        ? [{ says: `${low} ↔ ${high}: ${up.length} up, ${down.length} down`, up: up.length }]
        : []
    })
    .sort((a, b) => a.up - b.up)
    .map(({ says }) => says)
}
