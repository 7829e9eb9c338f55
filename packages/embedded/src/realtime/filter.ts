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

const OPERATORS = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in'] as const
type Operator = (typeof OPERATORS)[number]

export type Filter = { column: string; operator: Operator; values: readonly string[] }

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

/** `column=operator.value`; undefined: not one of the filters that Supabase documents for Postgres changes. */
export function parseFilter(text: string): Filter | undefined {
  const [, column, name, value] = /^([^=]+)=([a-z]+)\.(.*)$/s.exec(text) ?? []
  const operator = OPERATORS.find((known) => known === name)
  if (column === undefined || value === undefined || !operator) return undefined
  const values = valuesOf(operator, value)
  return values && { column, operator, values }
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

const order = (left: Sortable, right: Sortable) => (left < right ? -1 : left > right ? 1 : 0)

/** The test of one filter on the text of its column; null (SQL's) passes none. Undefined: it does not fit the column. */
export function filterTest(
  filter: Filter,
  comparison: Comparison,
  type: string,
): ((value: string | null) => boolean) | undefined {
  const { operator } = filter
  const isEquality = operator === 'eq' || operator === 'neq' || operator === 'in'
  // The order of texts is the collation's, which only the database knows.
  if (comparison === 'other' || (comparison === 'text' && !isEquality)) return undefined
  const given = type === 'uuid' || type === 'bool' ? filter.values.map((value) => value.toLowerCase()) : filter.values
  const wanted = given.map((value) => sortable(comparison, value)).filter((value) => value !== undefined)
  if (wanted.length !== given.length) return undefined
  const passes: Record<Operator, (against: number[]) => boolean> = {
    eq: ([c]) => c === 0,
    neq: ([c]) => c !== 0,
    lt: ([c = 0]) => c < 0,
    lte: ([c = 1]) => c <= 0,
    gt: ([c = 0]) => c > 0,
    gte: ([c = -1]) => c >= 0,
    in: (against) => against.includes(0),
  }
  const passed = passes[operator]
  return (value) => {
    const here = value === null ? undefined : sortable(comparison, value)
    return here !== undefined && passed(wanted.map((other) => order(here, other)))
  }
}
