import { escapeIdentifier, escapeLiteral } from 'pg'
import { DatabaseBusy, type Engine, isAway, isForLater, type Session } from '../database/engine.ts'
import { type Claims, contextSql, rollBack } from '../database/transaction.ts'
import type { Replica } from '../replica.ts'
import type { FunctionLimits } from './function-limits.ts'

/** Argument names of the functions this way is for, by function name. */
type Catalogue = ReadonlyMap<string, ReadonlySet<string>>

/** Functions of one signature that read only and give one json document: what a page asks for. */
const CATALOGUE_SQL = `select p.proname as name, coalesce(p.proargnames, '{}')::text[] as arguments from pg_proc p
 where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.provolatile in ('s', 'i') and not p.proretset
   and p.prorettype = 'jsonb'::regtype and p.proargmodes is null and p.provariadic = 0
   and (select count(*) from pg_proc q where q.pronamespace = p.pronamespace and q.proname = p.proname) = 1`

async function readCatalogue(engine: Engine): Promise<Catalogue> {
  const { rows } = await engine.session((session) => session.query(CATALOGUE_SQL))
  return new Map(rows.map(({ name, arguments: names }) => [name as string, new Set(names as string[])]))
}

const PATH = /^\/rest\/v1\/rpc\/([a-z0-9_]+)$/

/** `public.f("p_a" => 'x')`, or undefined when this is not such a call. Literals are typed by the function. */
function callSql(url: URL, catalogue: Catalogue): string | undefined {
  const name = PATH.exec(url.pathname)?.[1] ?? ''
  const known = catalogue.get(name)
  if (!known) return undefined
  const given = [...url.searchParams].filter(([key]) => key !== 'apikey')
  const isCall = given.every(([key, value], at) => {
    return known.has(key) && !value.includes('\0') && given.findIndex(([other]) => other === key) === at
  })
  if (!isCall) return undefined
  const list = given.map(([key, value]) => `${escapeIdentifier(key)} => ${escapeLiteral(value)}`)
  return `public.${escapeIdentifier(name)}(${list.join(', ')})`
}

/** The whole transaction in one trip: into WASM and over the network each statement costs as much as what it does. */
async function inOneTrip(
  session: Session,
  context: string,
  call: string,
): Promise<Record<string, unknown> | undefined> {
  const set = "concat(current_setting('response.status', true), current_setting('response.headers', true))"
  try {
    const rows = await session.exec(`begin read only; ${context}; select ${call}::text as body, ${set} as own; commit`)
    return rows[0]
  } catch (error) {
    await rollBack(session)
    if (isForLater(error)) throw error
    return undefined // any other error is lite's to tell: it gets the same call
  }
}

const headers = { 'content-type': 'application/json; charset=utf-8', 'content-range': '0-0/*' }

export type PageFunctions = {
  /**
   * PostgREST's answer to a GET of such a function; undefined: the request is lite's. Fails when the database has no time
   * for it, which lite would only ask for once more.
   */
  answer(request: Request, claims: Claims, address: string): Promise<Response | undefined>
  forget(): void
}

/**
 * A fast path for `GET /rest/v1/rpc/…`: every page of a guest is one such call, and parsing, planning and describing it
 * as lite does costs as much as the function itself. Same role, claims and settings, in a read-only transaction;
 * anything unusual (other parameters, preferences, an error) goes through lite.
 */
export function pageFunctions(options: {
  engine: Engine
  /** Answers guests, while it is fresh. */
  replica?: Pick<Replica, 'engine' | 'isFresh'> | undefined
  limits: FunctionLimits
  preRequest: string | undefined
}): PageFunctions {
  const { engine, replica, limits: functionLimits, preRequest } = options
  let catalogue: Promise<Catalogue> | undefined

  async function answer(request: Request, claims: Claims, address: string): Promise<Response | undefined> {
    if (request.method !== 'GET' || !request.url.includes('/rest/v1/rpc/')) return undefined
    if (request.headers.has('prefer') || request.headers.has('range')) return undefined
    const accept = request.headers.get('accept') ?? '*/*'
    if (!/^(\*\/\*|application\/json)$/.test(accept)) return undefined
    catalogue ??= readCatalogue(engine)
    const url = new URL(request.url)
    const call = callSql(url, await catalogue)
    if (!call) return undefined
    const path = url.pathname.slice('/rest/v1'.length)
    const limits = await functionLimits.of(claims.role, path)
    const requestHeaders = { ...Object.fromEntries(request.headers), 'x-forwarded-for': address }
    const context = contextSql(
      { engine, limits, preRequest },
      { auth: { uid: claims.sub, role: claims.role, jwt: claims } },
      { method: 'GET', path, requestHeaders, readOnly: true },
    )
    const from = (database: Engine) =>
      database.session((session) => inOneTrip(session, context.join('; '), call), limits)
    const row = await (claims.role === 'anon' && replica?.isFresh()
      ? from(replica.engine).catch((error: unknown) => {
          if (isAway(error) || error instanceof DatabaseBusy) return from(engine)
          throw error
        })
      : from(engine))
    if (row?.own !== '') return undefined
    const body = Buffer.from(row.body === null ? 'null' : String(row.body))
    return new Response(body, { headers: { ...headers, 'content-length': String(body.length) } })
  }

  return {
    answer: (request, claims, address) =>
      answer(request, claims, address).catch((error: unknown) => {
        if (isForLater(error)) throw error
        catalogue = undefined
        return undefined
      }),
    forget: () => {
      catalogue = undefined
    },
  }
}
