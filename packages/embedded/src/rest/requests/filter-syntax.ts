import { isInherited } from '../../wire/inherited-names.ts'
import { Scanner } from './scanner.ts'

/** One comparison. `quantified`: with `(any)` or `(all)`, or a configuration of full-text search in brackets. */
export type Condition = { name: string; path: string; operator: string; quantified: boolean; value: string }

export type OrderTerm = { name: string; path: string }

const MAX_DEPTH = 4

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
  if (depth > MAX_DEPTH) throw scanner.refusal()
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
