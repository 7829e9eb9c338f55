import { isInherited } from '../../wire/inherited-names.ts'
import type { Catalogue } from './catalogue.ts'
import { isName, notOffered, RequestRefusal, unreadable } from './names.ts'
import {
  type Condition,
  parseFilter,
  parseFilterName,
  parseGroup,
  parseNames,
  parseOrder,
  parseSelect,
  type Selected,
} from './query-syntax.ts'

/** What may be asked of one table or view besides reading columns that the caller's role may read. */
type TableRequests = {
  /** Beside GET and HEAD. */
  writes?: readonly ('POST' | 'PATCH' | 'DELETE')[]
  /** Columns that `like` and `ilike` may search. */
  patterns?: readonly string[]
  /** Values in JSON columns that may be selected and compared: `metadata->>kind`. */
  paths?: readonly string[]
  /** Relations that may be embedded. */
  embeds?: readonly string[]
}

/**
 * What REST offers, with every key: tables by name; functions of `public` by their grants. Without it every
 * table is there, with all that PostgREST's grammar has but regular expressions and full-text search.
 */
export type RestRequests = { tables: Readonly<Record<string, TableRequests>> }

/** Length before anything else. A hundred ids in `in.(…)` are 4 kB. */
const MAX_SEARCH = 8 * 1024
const MAX_PARAMETERS = 40
const MAX_CONDITIONS = 40
/** Each `%` multiplies what a pattern may try. */
const MAX_WILDCARDS = 8
const MAX_PATTERN = 200

/** A regular expression can take any time; full-text search of many terms takes seconds. */
const NEVER: ReadonlySet<string> = new Set(['match', 'imatch', 'fts', 'plfts', 'phfts', 'wfts'])
const PATTERNS: ReadonlySet<string> = new Set(['like', 'ilike'])
const COMPARISONS: ReadonlySet<string> = new Set(['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'is', 'in', 'cs'])
/** What the wire has beyond the comparisons; only without a table of what is offered. */
const FURTHER: ReadonlySet<string> = new Set(['isdistinct', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj'])

/** A level of a request: a table, and what is embedded in it by the name that parameters use. */
type Level = { table: string | undefined; rules: TableRequests | undefined; embeds: Map<string, Level> }

type Context = { catalogue: Catalogue; rules: RestRequests | undefined; role: string }

const unknownTable = (name: string) =>
  new RequestRefusal('PGRST205', `Could not find the table 'public.${name}' in the schema cache`, { status: 404 })
const unknownColumn = (table: string, name: string) =>
  new RequestRefusal('42703', `column ${table}.${name} does not exist`)

function checkColumn({ table, rules }: Level, name: string, path: string, { catalogue }: Context): void {
  if (table === undefined) return
  if (!catalogue.columns.get(table)?.has(name)) throw unknownColumn(table, name)
  if (path !== '' && rules && !rules.paths?.includes(name + path)) throw notOffered(`'${name}${path}'`)
}

function checkPattern(level: Level, { name, value }: Condition): void {
  const wildcards = value.match(/[%*]/g)?.length ?? 0
  if (value.length > MAX_PATTERN || wildcards > MAX_WILDCARDS) throw notOffered('A pattern of this length')
  if (level.rules && !level.rules.patterns?.includes(name)) throw notOffered(`A pattern for '${name}'`)
}

function checkCondition(level: Level, condition: Condition, context: Context): void {
  const { name, path, operator, quantified } = condition
  checkColumn(level, name, path, context)
  const isKnown = COMPARISONS.has(operator) || PATTERNS.has(operator) || (!context.rules && FURTHER.has(operator))
  if (NEVER.has(operator)) throw notOffered(`The operator '${operator}'`)
  if (!isKnown || (quantified && context.rules)) throw unreadable('operator', operator)
  if (PATTERNS.has(operator)) checkPattern(level, condition)
}

/** The relation that an embed names by itself, by a foreign key or by its column; undefined: the library will tell. */
function embedded(name: string, outer: Level, { catalogue, rules }: Context): string | undefined {
  const targets = catalogue.columns.has(name) ? [name] : [...(catalogue.references.get(name) ?? [])]
  if (!rules) return targets.length === 1 ? targets[0] : undefined
  const allowed = targets.find((target) => outer.rules?.embeds?.includes(target))
  if (!allowed) throw notOffered(`'${name}' inside '${outer.table}'`)
  return allowed
}

function checkSelected(level: Level, items: readonly Selected[], context: Context): void {
  for (const selected of items) {
    if (selected.kind === 'all') continue
    if (selected.kind === 'column') {
      const { name, path, cast, aggregate } = selected
      if (context.rules && (cast || aggregate)) throw notOffered('A cast or an aggregate')
      if (!aggregate || name !== 'count') checkColumn(level, name, path, context)
      continue
    }
    if (context.rules && selected.spread) throw notOffered('A spread')
    const table = embedded(selected.name, level, context)
    const inner: Level = { table, rules: context.rules?.tables[table ?? ''], embeds: new Map() }
    level.embeds.set(selected.alias, inner)
    level.embeds.set(selected.name, inner)
    checkSelected(inner, selected.items, context)
  }
}

const NUMBER = /^-?\d{1,9}$/

/** Parameters that may stand in front of each level's own, once each. */
const CONTROLS: Readonly<Record<string, (level: Level, text: string, context: Context) => void>> = {
  order: (level, text, context) => {
    for (const { name, path } of parseOrder(text)) checkColumn(level, name, path, context)
  },
  limit: (_level, text) => {
    if (!NUMBER.test(text)) throw unreadable('limit', text)
  },
  offset: (_level, text) => {
    if (!NUMBER.test(text)) throw unreadable('offset', text)
  },
}
const NAMED: ReadonlySet<string> = new Set(['columns', 'on_conflict'])
const OUTER: ReadonlySet<string> = new Set(['select', 'apikey', ...NAMED])

/** The level that a parameter is about, by the embeds in front of its last dot, and what is left of its name. */
function levelOf(key: string, outermost: Level): { level: Level; rest: string } {
  let level = outermost
  let rest = key
  while (rest.includes('.') && !/^not\.(and|or)$/.test(rest)) {
    const [name = ''] = rest.split('.', 1)
    const inner = level.embeds.get(name)
    if (!inner) throw new RequestRefusal('PGRST108', `'${name}' is not an embedded resource in this request`)
    level = inner
    rest = rest.slice(name.length + 1)
  }
  return { level, rest }
}

/** The conditions that a parameter holds, and the level that they are about. */
type Held = { conditions: number; level: Level }

function checkParameter(key: string, value: string, outermost: Level, context: Context): Held {
  const { level, rest } = levelOf(key, outermost)
  if (Object.hasOwn(CONTROLS, rest)) {
    CONTROLS[rest]?.(level, value, context)
    return { conditions: 0, level }
  }
  if (/^(not\.)?(and|or)$/.test(rest)) {
    const conditions = parseGroup(value)
    for (const condition of conditions) checkCondition(level, condition, context)
    return { conditions: conditions.length, level }
  }
  checkCondition(level, parseFilter(parseFilterName(rest), value), context)
  return { conditions: 1, level }
}

/** As pg-safeupdate does, which Supabase loads for its API: a forgotten filter would change every row of the caller. */
function checkFiltered(method: string, ofTable: number): void {
  const verb = { DELETE: 'DELETE', PATCH: 'UPDATE' }[method]
  if (verb && ofTable === 0) throw new RequestRefusal('21000', `${verb} requires a WHERE clause`)
}

function checkOnce(parameters: URLSearchParams): void {
  for (const key of new Set(parameters.keys())) {
    const isFilter = !OUTER.has(key) && !Object.hasOwn(CONTROLS, key.slice(key.lastIndexOf('.') + 1))
    if (!isFilter && parameters.getAll(key).length > 1) throw unreadable(key, 'given more than once')
  }
}

function checkTable(name: string, method: string, parameters: URLSearchParams, context: Context): void {
  const { catalogue, rules, role } = context
  const offered = rules && (Object.hasOwn(rules.tables, name) ? rules.tables[name] : undefined)
  if (!isName(name) || !catalogue.columns.has(name) || (rules && !offered)) throw unknownTable(name)
  const isRead = method === 'GET' || method === 'HEAD'
  // The operator's key may write wherever people read.
  if (offered && !isRead && role !== 'service_role' && !offered.writes?.some((allowed) => allowed === method))
    throw notOffered(`${method} on '${name}'`)
  const level: Level = { table: name, rules: offered, embeds: new Map() }
  checkOnce(parameters)
  checkSelected(level, parseSelect(parameters.get('select') ?? ''), context)
  for (const key of NAMED)
    for (const column of parameters.has(key) ? parseNames(parameters.get(key) ?? '') : [])
      checkColumn(level, column, '', context)
  const held = [...parameters]
    .filter(([key]) => !OUTER.has(key))
    .map(([key, value]) => checkParameter(key, value, level, context))
  const countOf = (some: readonly Held[]) => some.reduce((sum, { conditions }) => sum + conditions, 0)
  if (countOf(held) > MAX_CONDITIONS) throw notOffered(`More than ${MAX_CONDITIONS} conditions`)
  checkFiltered(method, countOf(held.filter((one) => one.level === level)))
}

/** Arguments by name; what shapes the answer, where a function gives rows. */
function checkFunction(name: string, method: string, parameters: URLSearchParams, context: Context): void {
  const known = isName(name) ? context.catalogue.functions.get(name) : undefined
  if (!known)
    throw new RequestRefusal('PGRST202', `Could not find the function public.${name} in the schema cache`, {
      status: 404,
    })
  const level: Level = { table: undefined, rules: undefined, embeds: new Map() }
  const isArgument = (key: string) => method !== 'POST' && known.has(key)
  checkOnce(parameters)
  checkSelected(level, parseSelect(parameters.get('select') ?? ''), context)
  for (const [key, value] of parameters) {
    // One of two values would be dropped without a word.
    if (isArgument(key) && parameters.getAll(key).length > 1) throw unreadable(key, 'given more than once')
    if (OUTER.has(key) || isArgument(key)) continue
    if (context.rules && !Object.hasOwn(CONTROLS, key)) throw notOffered(`'${key}' for '${name}'`)
    checkParameter(key, value, level, context)
  }
}

/**
 * The address with what `*` stands for, where the role may not read every column of the table: `select *` of SQL needs all
 * of them, and clients ask for `*` by themselves. PostgREST refuses that.
 */
export function withReadableColumns(url: URL, role: string, { readable }: Catalogue): URL {
  const [, rpc, name = ''] = PATH.exec(url.pathname) ?? []
  const columns = rpc ? undefined : readable.get(`${role} ${name}`)
  const asked = url.searchParams.get('select') ?? '*'
  if (!columns || !/(^|,)\*(,|$)/.test(asked)) return url
  const written = new URL(url)
  // Only outside of brackets: what is inside belongs to an embed.
  let depth = 0
  const items = asked.split(/([(),])/).map((part) => {
    depth += part === '(' ? 1 : part === ')' ? -1 : 0
    return part === '*' && depth === 0 ? columns.join() : part
  })
  written.searchParams.set('select', items.join(''))
  return written
}

const PATH = /^\/rest\/v1\/(rpc\/)?([^/]+)$/

/**
 * Why a request to REST is refused before the library that answers it reads a word of it; undefined: it may go on. Names
 * must be those of the database, operators and embeds those that are offered.
 */
export function refuseRequest(
  request: { method: string; url: string },
  role: string,
  catalogue: Catalogue,
  rules?: RestRequests,
): Response | undefined {
  const { pathname, search, searchParams } = new URL(request.url)
  const [, rpc, name = ''] = PATH.exec(pathname) ?? []
  try {
    if (search.length > MAX_SEARCH || searchParams.size > MAX_PARAMETERS)
      throw unreadable('the address', 'it is too long')
    if (name === '' || isInherited(name)) throw new RequestRefusal('PGRST125', 'Invalid path', { status: 404 })
    const check = rpc ? checkFunction : checkTable
    check(name, request.method, searchParams, { catalogue, rules, role })
    return undefined
  } catch (error) {
    if (error instanceof RequestRefusal) return error.response()
    throw error
  }
}
