/**
 * JSON of a request on its way to a json or jsonb column. Handed on as plain values, lite reads texts as JSON once more,
 * and the driver of a server writes lists as PostgreSQL's arrays: `[]` would be stored as `{}`, `"x"` refused.
 */
class JsonText {
  readonly text: string

  constructor(value: unknown) {
    this.text = JSON.stringify(value)
  }
}

export const withoutJsonText = (params: readonly unknown[]): unknown[] =>
  params.map((param) => (param instanceof JsonText ? param.text : param))

/** What is known of the schema, as lite reads it. */
export type KnownSchema = {
  columns: readonly { table: string; schema: string; name: string; type: string; pg_type?: string }[]
  functions?: readonly { name: string; schema: string; arg_names: readonly string[]; arg_types: readonly string[] }[]
}

/** A parsed request, as far as this reads it. */
type Writing = {
  type?: string
  from?: string
  schema?: string
  function?: string
  values?: object | object[]
  args?: object | unknown[]
}

const isJson = (type: string | undefined) => type === 'json' || type === 'jsonb'

/** Objects, numbers and booleans arrive right; null is SQL's. */
const needsText = (value: unknown) => typeof value === 'string' || Array.isArray(value)

const convert = (row: object, names: ReadonlySet<string>, write: (value: unknown) => unknown): object =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, names.has(name) && needsText(value) ? write(value) : value]),
  )

function jsonColumns({ columns }: KnownSchema, table: string): ReadonlySet<string> {
  const inTable = columns.filter((column) => column.table === table && column.schema === 'public')
  return new Set(inTable.filter(({ pg_type, type }) => isJson(pg_type ?? type)).map(({ name }) => name))
}

/** Arguments that are JSON in every function of this name. */
function jsonArguments({ functions = [] }: KnownSchema, wanted: string): ReadonlySet<string> {
  const overloads = functions.filter(({ name, schema }) => name === wanted && schema === 'public')
  const types = new Map<string, boolean>()
  for (const { arg_names, arg_types } of overloads)
    for (const [at, name] of arg_names.entries()) types.set(name, types.get(name) !== false && isJson(arg_types[at]))
  return new Set([...types].filter(([, json]) => json).map(([name]) => name))
}

/** The request with its JSON kept as it was sent in a JSON body. In other bodies (forms, CSV) a text is JSON's own text. */
export function keepJson<Ast extends Writing>(ast: Ast, schema: KnownSchema): Ast {
  const { type, from, values, args } = ast
  if (type === 'rpc' && args && !Array.isArray(args)) {
    // lite writes lists of JSON arguments right, and texts as they are.
    const names = jsonArguments(schema, ast.function ?? '')
    const write = (value: unknown) => (typeof value === 'string' ? JSON.stringify(value) : value)
    return names.size > 0 ? { ...ast, args: convert(args, names, write) } : ast
  }
  if (!from || !values || (ast.schema ?? 'public') !== 'public') return ast
  const names = jsonColumns(schema, from)
  if (names.size === 0) return ast
  const write = (value: unknown) => new JsonText(value)
  const row = (value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? convert(value, names, write) : value
  return { ...ast, values: Array.isArray(values) ? values.map(row) : row(values) }
}
