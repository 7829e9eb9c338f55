import { escapeIdentifier, escapeLiteral } from 'pg'
import { type Engine, isDeadlock } from '../database/engine.ts'
import { type Claims, contextSql, type HttpRequest } from '../database/transaction.ts'
import type { RequestClass } from '../queue/request-class.ts'
import { together } from '../queue/together.ts'
import { restAnswer } from './answers.ts'
import type { FunctionLimits } from './function-limits.ts'

/** `plain`: those whose values can be written as they come. JSON is given back as it is, but needs more care when written. */
type Columns = { all: ReadonlySet<string>; plain: ReadonlySet<string> }
/** By table. */
type Catalogue = ReadonlyMap<string, Columns>

const CATALOGUE_SQL = `select c.relname as name, array_agg(a.attname)::text[] as every,
  coalesce(array_agg(a.attname) filter (where a.atttypid not in ('json'::regtype, 'jsonb'::regtype)), '{}')::text[] as plain
 from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
 where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
 group by c.relname`

async function readCatalogue(engine: Engine): Promise<Catalogue> {
  const { rows } = await engine.session((session) => session.query(CATALOGUE_SQL))
  return new Map(
    rows.map(({ name, every, plain }) => [
      name as string,
      { all: new Set(every as string[]), plain: new Set(plain as string[]) },
    ]),
  )
}

const PATH = /^\/rest\/v1\/([a-z0-9_]+)$/
const NAMES = /^[a-z0-9_]+(,\s?[a-z0-9_]+)*$/
const PARAMETERS: ReadonlySet<string> = new Set(['apikey', 'select', 'on_conflict'])
const ONE_OBJECT = 'application/vnd.pgrst.object+json'

/** What a request asks for besides its row. */
type Wanted = {
  table: string
  conflict: readonly string[]
  /** Columns of the answer; undefined: none is wanted. */
  returning: readonly string[] | undefined
  isOne: boolean
  /** `return=minimal`, as nobody says who wants nothing back. */
  isMinimal: boolean
  applied: readonly string[]
}

const namesIn = (text: string) => text.split(',').map((name) => name.trim())

/** Undefined: more than a row of plain values, or anything that is answered in a way of its own. */
function wantedOf(request: Request): Wanted | undefined {
  const { pathname, searchParams } = new URL(request.url)
  const table = PATH.exec(pathname)?.[1]
  const parameters = [...searchParams.keys()]
  if (request.method !== 'POST' || !table || !parameters.every((key) => PARAMETERS.has(key))) return undefined
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) return undefined
  const preferred = (request.headers.get('prefer') ?? '').split(',').map((part) => part.trim())
  const given = new Set(preferred.filter((part) => part !== ''))
  const merges = given.delete('resolution=merge-duplicates')
  const returns = given.delete('return=representation')
  const isMinimal = given.delete('return=minimal')
  const accept = request.headers.get('accept') ?? '*/*'
  const isOne = accept === ONE_OBJECT
  const [select, conflict] = [searchParams.get('select'), searchParams.get('on_conflict')]
  if (given.size > 0 || (returns && isMinimal) || !(isOne || /^(\*\/\*|application\/json)$/.test(accept)))
    return undefined
  // An object of nothing, or all columns: answered elsewhere.
  if (returns !== (select !== null) || (isOne && !returns) || merges !== (conflict !== null)) return undefined
  if (![select, conflict].every((names) => names === null || NAMES.test(names))) return undefined
  return {
    table,
    conflict: conflict === null ? [] : namesIn(conflict),
    returning: select === null ? undefined : namesIn(select),
    isOne,
    isMinimal,
    applied: preferred.filter((part) => part !== ''),
  }
}

type Scalar = string | number | boolean | null

const isScalar = (value: unknown): value is Scalar =>
  value === null || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)) || isText(value)

/** What PostgreSQL refuses in a text, or Node changes on its way, is answered elsewhere. */
const isText = (value: unknown): value is string =>
  typeof value === 'string' && !value.includes('\0') && value.isWellFormed()

/** The row of a body; undefined: it is none of plain values. */
function rowOf(text: string): [name: string, value: Scalar][] | undefined {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return undefined // refused elsewhere
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  const entries = Object.entries(body)
  const plain = entries.filter((entry): entry is [string, Scalar] => isScalar(entry[1]))
  return plain.length > 0 && plain.length === entries.length ? plain : undefined
}

/** Whether the row that a merge may meet can be told from what is given. */
const namesItsRow = ({ conflict }: Wanted, row: readonly [string, Scalar][]) =>
  conflict.length > 0 && conflict.every((name) => row.some(([given]) => given === name))

const areThere = ({ all, plain }: Columns, { conflict, returning = [] }: Wanted, row: readonly [string, Scalar][]) =>
  row.every(([name]) => plain.has(name)) && [...conflict, ...returning].every((name) => all.has(name))

const literal = (value: Scalar) => (value === null ? 'null' : escapeLiteral(String(value)))

/** As PostgREST writes it: an upsert sets every column that was given. Literals get the types of their columns. */
function writeSql({ table, conflict, returning }: Wanted, row: readonly [string, Scalar][]): string {
  const columns = row.map(([name]) => escapeIdentifier(name))
  const target = `public.${escapeIdentifier(table)}`
  const insert = `insert into ${target} as t (${columns.join(', ')}) values (${row.map(([, value]) => literal(value)).join(', ')})`
  const set = columns.map((column) => `${column} = excluded.${column}`).join(', ')
  const merge =
    conflict.length > 0 ? ` on conflict (${conflict.map(escapeIdentifier).join(', ')}) do update set ${set}` : ''
  const own =
    "coalesce(current_setting('response.status', true), '') as status, coalesce(current_setting('response.headers', true), '') as headers"
  if (!returning) return `${insert}${merge}; select ${own}`
  const shown = returning.map((column) => `t.${escapeIdentifier(column)}`).join(', ')
  // Triggers that answer for themselves run at the end of the statement, so what it gave is kept for the next one.
  const written = `${insert}${merge} returning (select row_to_json(r)::text from (select ${shown}) r) as body`
  return `with written as (${written}) select set_config('response.body', (select body from written), true); select current_setting('response.body') as body, ${own}`
}

type OwnAnswer = { body?: string; status: string; headers: string }

function answerOf(
  { returning, isOne, isMinimal, applied }: Wanted,
  { body = '', status, headers }: OwnAnswer,
): Response {
  const all = new Headers({ 'content-range': '*/*' })
  if (applied.length > 0) all.set('preference-applied', applied.join(', '))
  if (!isMinimal) all.set('content-type', `${isOne ? ONE_OBJECT : 'application/json'}; charset=utf-8`)
  for (const header of headers === '' ? [] : (JSON.parse(headers) as Record<string, string>[]))
    for (const [name, value] of Object.entries(header)) all.set(name, value)
  const text = returning ? Buffer.from(isOne ? body : `[${body}]`) : null
  if (text) all.set('content-length', String(text.length))
  return new Response(text, { status: Number(status) || 201, headers: all })
}

type RowWrite = {
  claims: Claims
  http: HttpRequest
  class: RequestClass | undefined
  spent: (ms: number) => void
  failed: (error: unknown) => void
}

export type RowWrites = {
  /** The answer to a write of one row; otherwise the request, as whoever else answers it may read it. */
  answer(request: Request, write: RowWrite): Promise<Response | Request>
  forget(): void
}

/**
 * A fast path for what people write most: one row of plain values, inserted or merged. The whole transaction is one trip
 * to the database, and those that the installation lets form a group share it (`together.ts`). Role, claims, settings,
 * policies and errors are those of every other request.
 */
export function rowWrites(options: {
  engine: Engine
  limits: FunctionLimits
  preRequest: string | undefined
}): RowWrites {
  const { engine, limits: functionLimits, preRequest } = options
  const carryOut = together(engine)
  let catalogue: Promise<Catalogue> | undefined

  const known = () => {
    catalogue ??= readCatalogue(engine).catch((error: unknown) => {
      catalogue = undefined
      throw error
    })
    return catalogue
  }

  async function write(wanted: Wanted, row: [string, Scalar][], given: RowWrite): Promise<Response> {
    const { claims, http, class: { together: name } = {}, spent } = given
    const { role, sub } = claims
    const limits = await functionLimits.of(role, http.path)
    const context = contextSql({ engine, limits, preRequest }, { auth: { uid: sub, role, jwt: claims } }, http)
    const script = `${context.join('; ')}; ${writeSql(wanted, row)}`
    const group = name === undefined ? undefined : `${role} ${name}`
    const send = () => carryOut(script, limits, { name: group, spent })
    const rows = await send().catch((error: unknown) => {
      if (!isDeadlock(error)) throw error
      return send()
    })
    return answerOf(wanted, rows[0] as OwnAnswer)
  }

  return {
    answer: async (request, given) => {
      const wanted = wantedOf(request)
      if (!wanted) return request
      try {
        const columns = (await known()).get(wanted.table)
        if (!columns) return request
        const text = await request.text()
        const row = rowOf(text)
        // A column that is not there is refused elsewhere, JSON read there, and 200 or 201 told by what was there before.
        if (!row || !areThere(columns, wanted, row) || namesItsRow(wanted, row))
          return new Request(request, { body: text })
        return await write(wanted, row, given)
      } catch (error) {
        given.failed(error)
        const answer = restAnswer(error, undefined, { role: given.claims.role, error })
        if (!answer) throw error
        return answer
      }
    },
    forget: () => {
      catalogue = undefined
    },
  }
}
