import { isInherited } from '../../wire/inherited-names.ts'
import { isName, type RequestRefusal, unreadable } from './names.ts'

/** Reads a text from left to right. `what` names the parameter in refusals. */
class Scanner {
  readonly #text: string
  readonly #what: string
  #at = 0

  constructor(text: string, what: string) {
    this.#text = text
    this.#what = what
  }

  get done(): boolean {
    return this.#at >= this.#text.length
  }

  refusal(): RequestRefusal {
    return unreadable(this.#what, this.#text)
  }

  /** Whether the text goes on with `word`, which is then behind us. */
  takes(word: string): boolean {
    if (!this.#text.startsWith(word, this.#at)) return false
    this.#at += word.length
    return true
  }

  expect(word: string): void {
    if (!this.takes(word)) throw this.refusal()
  }

  /** What a sticky expression matches here; undefined: nothing. */
  match(expression: RegExp): string | undefined {
    expression.lastIndex = this.#at
    const found = expression.exec(this.#text)?.[0]
    if (found !== undefined) this.#at += found.length
    return found
  }

  /** A name, bare or in quotes. */
  name(): string {
    const found = this.match(/"[^"]*"|[A-Za-z0-9_$]+/y)
    const name = found?.startsWith('"') ? found.slice(1, -1) : found
    if (name === undefined || !isName(name)) throw this.refusal()
    return name
  }

  /** `->a->>0`: the way into a JSON value, as written; empty: the value itself. */
  path(): string {
    return this.match(/(?:->>?\w{1,63}(?:-\w{1,63}){0,8}){0,8}/y) ?? ''
  }

  end(): void {
    if (!this.done) throw this.refusal()
  }
}

/** One comparison. `quantified`: with `(any)` or `(all)`, or a configuration of full-text search in brackets. */
export type Condition = { name: string; path: string; operator: string; quantified: boolean; value: string }

export type OrderTerm = { name: string; path: string }

/** Of brackets in a filter. */
const MAX_GROUPS = 4

const OPERATOR = /[a-z]{2,12}/y

/** `not.eq.5`, `in.(1,2)`, `eq(any).{1,2}`: the operator in front of its value. */
function operator(scanner: Scanner): { operator: string; quantified: boolean } {
  scanner.takes('not.')
  const name = scanner.match(OPERATOR)
  if (name === undefined) throw scanner.refusal()
  const quantified = scanner.match(/\([a-z_]*\)/y) !== undefined
  scanner.expect('.')
  return { operator: name, quantified }
}

function column(scanner: Scanner): { name: string; path: string } {
  const name = scanner.name()
  const path = scanner.path()
  if (path.split(/->>?/).some(isInherited)) throw scanner.refusal()
  return { name, path }
}

/** The name of a filter's parameter: `id`, `data->>kind`. What stands before the last dot names embeds. */
export function parseFilterName(text: string): { name: string; path: string } {
  const scanner = new Scanner(text, 'filter')
  const found = column(scanner)
  scanner.end()
  return found
}

/** The value of a filter: `eq.5`. Everything behind the operator is the value. */
export function parseFilter(target: { name: string; path: string }, text: string): Condition {
  const scanner = new Scanner(text, 'filter')
  const found = operator(scanner)
  return { ...target, ...found, value: scanner.match(/.*/sy) ?? '' }
}

/** A value among others: in quotes, in brackets, or up to the next comma or bracket. */
const VALUE = /"(?:[^"\\]|\\.)*"|\((?:"(?:[^"\\]|\\.)*"|[^()"])*\)|\{[^{}]*\}|[^,()]*/sy

function condition(scanner: Scanner, depth: number): Condition[] {
  scanner.takes('not.')
  if (scanner.match(/(?:and|or)(?=\()/y)) return group(scanner, depth + 1)
  const target = column(scanner)
  scanner.expect('.')
  const found = operator(scanner)
  return [{ ...target, ...found, value: scanner.match(VALUE) ?? '' }]
}

function group(scanner: Scanner, depth: number): Condition[] {
  if (depth > MAX_GROUPS) throw scanner.refusal()
  scanner.expect('(')
  const conditions: Condition[] = []
  do conditions.push(...condition(scanner, depth))
  while (scanner.takes(','))
  scanner.expect(')')
  return conditions
}

/** The value of `or` and `and`: `(id.eq.2,not.and(a.gt.1,b.is.null))`. */
export function parseGroup(text: string): Condition[] {
  const scanner = new Scanner(text, 'logic tree')
  const conditions = group(scanner, 0)
  scanner.end()
  return conditions
}

/** The value of `order`: `title.desc.nullslast,id`. */
export function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner(text, 'order')
  const terms: OrderTerm[] = []
  do {
    terms.push(column(scanner))
    scanner.match(/(?:\.(?:asc|desc))?(?:\.nulls(?:first|last))?/y)
  } while (scanner.takes(','))
  scanner.end()
  return terms
}

/** The value of `columns` and `on_conflict`. */
export function parseNames(text: string): string[] {
  const scanner = new Scanner(text, 'columns')
  const names: string[] = []
  do names.push(scanner.name())
  while (scanner.takes(','))
  scanner.end()
  return names
}

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
const MAX_EMBEDS = 8

const AGGREGATE = /\.(?:avg|count|max|min|sum)\(\)/y

function embed(scanner: Scanner, head: { name: string; alias: string; spread: boolean }, depth: number): SelectedEmbed {
  if (depth >= MAX_EMBEDS) throw scanner.refusal()
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
