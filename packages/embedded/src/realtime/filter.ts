/** How values of a column are compared; `other` cannot be filtered by. */
export type Comparison = 'text' | 'number' | 'instant' | 'other'

const COMPARISONS: Readonly<Record<string, Comparison>> = {
  uuid: 'text',
  text: 'text',
  varchar: 'text',
  bool: 'text',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  date: 'instant',
  timestamp: 'instant',
  timestamptz: 'instant',
}

export const comparisonOf = (type: string, isEnum: boolean): Comparison =>
  (isEnum ? 'text' : COMPARISONS[type]) ?? 'other'

const OPERATORS = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in', 'like', 'ilike', 'is', 'isdistinct'] as const
type Operator = (typeof OPERATORS)[number]

/** One condition; several of a filter must all be met. `negated`: with `not.` before its operator. */
export type Filter = { column: string; operator: Operator; negated: boolean; values: readonly string[] }

/** Most values of one `in` (Supabase's limit: https://supabase.com/docs/guides/realtime/postgres-changes#contained-in-list). */
const MOST_VALUES = 100

/** `a,"b,c"` → a and b,c: items may stand in quotes, as realtime-js writes those with commas. */
function listItems(text: string): string[] | undefined {
  const items = [...text.matchAll(/(?:^|,)(?:"((?:[^"\\]|\\.)*)"|([^",]*))(?=,|$)/g)]
  if (items.map(([whole]) => whole).join('') !== text) return undefined
  return items.map(([, quoted, bare = '']) => (quoted === undefined ? bare.trim() : quoted.replace(/\\(.)/g, '$1')))
}

function valuesOf(operator: Operator, text: string): readonly string[] | undefined {
  if (operator === 'in') {
    const inside = /^\((.*)\)$/s.exec(text)?.[1]
    const items = inside ? listItems(inside) : undefined
    return items && items.length <= MOST_VALUES ? items : undefined
  }
  if (!text.startsWith('"')) return [text]
  const items = listItems(text)
  return items?.length === 1 ? items : undefined
}

/** Conditions of one filter: each is tested at every change of its table. */
const MOST_CONDITIONS = 20

/** At the commas that stand in no list and in no quotes, as Realtime splits (subscriptions.ex, `split_top_level`). */
function conditionsIn(text: string): string[] {
  const found: string[] = []
  let [depth, isQuoted, from] = [0, false, 0]
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (isQuoted && character === '\\') at++
    else if (character === '"') isQuoted = !isQuoted && '.(,'.includes(text[at - 1] ?? ' ')
    else if (isQuoted) continue
    else if (character === '(') depth++
    else if (character === ')') depth = Math.max(0, depth - 1)
    else if (character === ',' && depth === 0) {
      found.push(text.slice(from, at))
      from = at + 1
    }
  }
  return [...found, text.slice(from)]
}

/** `column=operator.value` or `column=not.operator.value`; undefined: not one that is known here. */
function parseCondition(text: string): Filter | undefined {
  const [, column, not, name, value] = /^([^=]+)=(not\.)?([a-z]+)\.(.*)$/s.exec(text) ?? []
  const operator = OPERATORS.find((known) => known === name)
  if (column === undefined || value === undefined || !operator) return undefined
  const values = valuesOf(operator, value)
  return values && { column: column.trim(), operator, negated: not !== undefined, values }
}

/** The conditions of a filter, separated by commas; undefined: one of them is none. */
export function parseFilters(text: string): Filter[] | undefined {
  if (text.trim() === '') return []
  const filters = conditionsIn(text).map(parseCondition)
  const whole = filters.filter((filter) => filter !== undefined)
  return whole.length === filters.length && whole.length <= MOST_CONDITIONS ? whole : undefined
}

type Sortable = string | number | bigint

/** In a form that sorts: integers exactly, instants to the millisecond. */
function sortable(comparison: Comparison, value: string): Sortable | undefined {
  if (comparison === 'instant') {
    const time = Date.parse(value)
    return Number.isNaN(time) ? undefined : time
  }
  if (comparison !== 'number') return value
  if (/^-?\d+$/.test(value)) return BigInt(value)
  const number = Number(value)
  return value.trim() === '' || Number.isNaN(number) ? undefined : number
}

/**
 * By what filters of equality are found without being tested: equal values have the same one, and of two that have the
 * same one the test decides. Undefined: equal to nothing.
 */
export function placeOf(comparison: Comparison, type: string, value: string): string | undefined {
  const here = sortable(comparison, type === 'uuid' || type === 'bool' ? value.toLowerCase() : value)
  // A whole number of any length may equal one that is written with a point.
  return here === undefined ? undefined : String(typeof here === 'bigint' ? Number(here) : here)
}

const order = (left: Sortable, right: Sortable) => (left < right ? -1 : left > right ? 1 : 0)

/** What SQL knows beside true and false. */
type Truth = boolean | undefined
type Test = (value: string | null) => Truth

/** A pattern of LIKE between its `%`: a regular expression would let a pattern take any time. */
type Part = { text: string; wild: readonly number[] }

function partsOf(pattern: string): Part[] | undefined {
  const parts: { text: string; wild: number[] }[] = [{ text: '', wild: [] }]
  for (let at = 0; at < pattern.length; at++) {
    const part = parts.at(-1)
    const character = pattern[at]
    if (part === undefined) return undefined
    if (character === '%') parts.push({ text: '', wild: [] })
    else if (character === '\\' && at + 1 === pattern.length) return undefined
    else {
      if (character === '_') part.wild.push(part.text.length)
      part.text += character === '\\' ? pattern[++at] : character
    }
  }
  // Within a text it would have to be looked for at every place.
  return parts.slice(1, -1).some(({ wild }) => wild.length > 0) ? undefined : parts
}

const fitsAt = ({ text, wild }: Part, value: string, start: number) =>
  start >= 0 &&
  start + text.length <= value.length &&
  text.split('').every((character, at) => wild.includes(at) || value[start + at] === character)

/** LIKE in one pass over the value; undefined: `_` between two `%`, which is not known here. */
function likeTest(pattern: string, fold: (text: string) => string): Test | undefined {
  const parts = partsOf(fold(pattern))
  if (!parts) return undefined
  const [first = { text: '', wild: [] }, ...rest] = parts
  const last = rest.pop()
  return (given) => {
    if (given === null) return undefined
    const value = fold(given)
    if (!fitsAt(first, value, 0)) return false
    if (!last) return value.length === first.text.length
    let from = first.text.length
    for (const { text } of rest) {
      const at = value.indexOf(text, from)
      if (at < 0) return false
      from = at + text.length
    }
    const end = value.length - last.text.length
    return end >= from && fitsAt(last, value, end)
  }
}

const IS: Readonly<Record<string, string | null>> = { null: null, unknown: null, true: 'true', false: 'false' }

function isTest(value: string, type: string): Test | undefined {
  const word = value.toLowerCase()
  const wanted = Object.hasOwn(IS, word) ? IS[word] : undefined
  if (wanted === undefined || (word !== 'null' && type !== 'bool')) return undefined
  return (here) => here === wanted
}

function comparedTest({ operator, values }: Filter, comparison: Comparison, type: string): Test | undefined {
  const isEquality = operator === 'eq' || operator === 'neq' || operator === 'in' || operator === 'isdistinct'
  // The order of texts is the collation's, which only the database knows.
  if (comparison === 'other' || (comparison === 'text' && !isEquality)) return undefined
  const given = type === 'uuid' || type === 'bool' ? values.map((value) => value.toLowerCase()) : values
  const wanted = given.map((value) => sortable(comparison, value)).filter((value) => value !== undefined)
  if (wanted.length !== given.length) return undefined
  const passes: Readonly<Record<string, (against: number[]) => boolean>> = {
    eq: ([c]) => c === 0,
    neq: ([c]) => c !== 0,
    isdistinct: ([c]) => c !== 0,
    lt: ([c = 0]) => c < 0,
    lte: ([c = 1]) => c <= 0,
    gt: ([c = 0]) => c > 0,
    gte: ([c = -1]) => c >= 0,
    in: (against) => against.includes(0),
  }
  const passed = passes[operator]
  return (value) => {
    if (value === null) return operator === 'isdistinct' ? true : undefined
    const here = sortable(comparison, value)
    return here === undefined ? undefined : passed?.(wanted.map((other) => order(here, other)))
  }
}

function ownTest(filter: Filter, comparison: Comparison, type: string): Test | undefined {
  const [value = ''] = filter.values
  if (filter.operator === 'is') return isTest(value, type)
  if (filter.operator !== 'like' && filter.operator !== 'ilike') return comparedTest(filter, comparison, type)
  if (type !== 'text' && type !== 'varchar') return undefined
  return likeTest(value, filter.operator === 'ilike' ? (text) => text.toLowerCase() : (text) => text)
}

/** The test of one condition on the text of its column; what is neither true nor false passes none. Undefined: it does not fit the column. */
export function filterTest(
  filter: Filter,
  comparison: Comparison,
  type: string,
): ((value: string | null) => boolean) | undefined {
  const test = ownTest(filter, comparison, type)
  return test && ((value) => test(value) === !filter.negated)
}
