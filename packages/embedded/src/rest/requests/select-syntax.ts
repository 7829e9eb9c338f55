import { isInherited } from '../../wire/inherited-names.ts'
import { Scanner } from './scanner.ts'

type SelectedColumn = { kind: 'column'; name: string; path: string; cast: boolean; aggregate: boolean }
type SelectedEmbed = {
  kind: 'embed'
  /** The relation, the foreign key or its column. */
  name: string
  /** By what filters and orders name it. */
  alias: string
  spread: boolean
  items: Selected[]
}
export type Selected = { kind: 'all' } | SelectedColumn | SelectedEmbed

/** Far above what any request needs; a text of brackets alone must not fill the stack. */
const MAX_DEPTH = 8

const AGGREGATE = /\.(?:avg|count|max|min|sum)\(\)/y

function embed(scanner: Scanner, head: { name: string; alias: string; spread: boolean }, depth: number): SelectedEmbed {
  if (depth >= MAX_DEPTH) throw scanner.refusal()
  const items = scanner.takes(')') ? [] : list(scanner, depth + 1)
  return { kind: 'embed', ...head, items }
}

/** `alias:name`, `name->path`, `name::type`, `name.sum()`, `name!hint!inner(…)`, `...name(…)`, `*`, `count()`. */
function item(scanner: Scanner, depth: number): Selected {
  if (scanner.takes('*')) return { kind: 'all' }
  const spread = scanner.takes('...')
  let name = scanner.name()
  let alias = name
  if (scanner.match(/:(?!:)/y)) name = scanner.name()
  while (scanner.takes('!')) scanner.name()
  if (scanner.takes('(')) {
    // `count()` counts rows; it is no relation.
    if (name === 'count' && scanner.takes(')')) return { kind: 'column', name, path: '', cast: false, aggregate: true }
    return embed(scanner, { name, alias, spread }, depth)
  }
  if (spread) throw scanner.refusal()
  const path = scanner.path()
  if (path.split(/->>?/).some(isInherited)) throw scanner.refusal()
  const cast = scanner.match(/::[a-z0-9_]{1,63}/y) !== undefined
  const aggregate = scanner.match(AGGREGATE) !== undefined
  const castAfter = aggregate && scanner.match(/::[a-z0-9_]{1,63}/y) !== undefined
  alias = name
  return { kind: 'column', name, path, cast: cast || castAfter, aggregate }
}

/** Items up to the closing bracket, or on the outermost level to the end. */
function list(scanner: Scanner, depth: number): Selected[] {
  const items: Selected[] = []
  do items.push(item(scanner, depth))
  while (scanner.takes(','))
  if (depth > 0) scanner.expect(')')
  return items
}

/** The value of `select`, as https://docs.postgrest.org/en/v14/references/api/tables_views.html describes it. */
export function parseSelect(text: string): Selected[] {
  if (text === '') return [{ kind: 'all' }]
  const scanner = new Scanner(text, 'select parameter')
  const items = list(scanner, 0)
  scanner.end()
  return items
}
