import { rpcTraits } from '@hot/domain/contract/rpcs'
import type { RpcTraits } from '@hot/domain/contract/wire/rpc-traits'
import { uuidPattern } from '@hot/domain/url/search-param'
import { decodeJwt } from 'jose'
import { mostKeys, type PageChange } from './page-purge.ts'

/**
 * Tables whose writes change what guests see; the RPCs that do are marked in the contract. Moderation and editing must
 * be visible immediately. Votes, reactions and new posts may wait until the cache expires: otherwise every vote would
 * purge it.
 */
const editedByStaff = new Set([
  'app_settings',
  'broadcasters',
  'calendar_events',
  'formats',
  'moderation_actions',
  'news',
  'post_rumors',
  'season_participants',
  'seasons',
  'star_social_accounts',
  'stars',
  'streaming_providers',
])

/** Tables that members write to as well: inserts may wait until the cache expires, updates and deletions may not. */
const writtenByMembers = new Set(['comments', 'community_posts', 'poll_options', 'profiles'])

const isWrite = (method: string) => method === 'POST' || method === 'PATCH' || method === 'PUT' || method === 'DELETE'

/**
 * Which cached pages a successful request of this form changes: see `RpcTraits`; `rows`: those that show what it
 * changed; undefined: none, or it may wait until the cache expires. `path`: `/rest/v1/…`.
 */
export function purgeRule(method: string, path: string): RpcTraits['purges'] | 'rows' {
  if (!isWrite(method)) return undefined
  const [, rest, version, table = '', name = ''] = path.split('/')
  if (rest !== 'rest' || version !== 'v1') return undefined
  if (table === 'rpc') return rpcTraits(name)?.purges
  if (editedByStaff.has(table)) return true
  return method !== 'POST' && writtenByMembers.has(table) ? 'rows' : undefined
}

const everything = { keys: 'all', when: 'at once' } as const
const soon = (ids: string[]): PageChange | undefined =>
  ids.length === 0 ? undefined : { keys: ids.map((id) => id.toLowerCase()), when: 'soon' }

/** False when the write matched no row, as with rows of others: the embedded backend reports the number. */
const changedRows = (answer: Response) => answer.headers.get('x-rows-affected') !== '0'

/** The member whose token the backend has accepted; undefined: the service role. */
function writerOf({ headers }: Request): { id: string; level: unknown } | undefined {
  try {
    const { sub, role, aal } = decodeJwt((headers.get('authorization') ?? '').replace(/^bearer /i, ''))
    return sub && role === 'authenticated' ? { id: sub, level: aal } : undefined
  } catch {
    return undefined
  }
}

/** The id of a request for one row, as pages send it. Everything else in the query can only exclude that row. */
function namedRow({ searchParams }: URL): string | undefined {
  const [filter = '', ...more] = searchParams.getAll('id')
  const id = filter.replace(/^eq\./, '')
  return more.length === 0 && filter !== id && uuidPattern.test(id) ? id : undefined
}

const jsonOf = (message: Request | Response): Promise<unknown> => message.json().catch(() => undefined)

/** In ms: comments emptied earlier were not emptied by the request just answered. Clocks may differ. */
const justNow = 60_000

/** How requests reach the backend, with the socket's address. */
export type GatewayFetch = (request: Request, caller: { remoteAddress: string }) => Promise<Response>

/** A request of a client that the backend has carried out. */
type Answered = { request: Request; answer: Response; remoteAddress: string }

/** Tells by a request and its answer which cached pages are outdated; undefined: none. */
export function pageChanges(fetch: GatewayFetch, clock: () => number = Date.now) {
  /** A question as the same caller; undefined: not answered, which the askers take for a change. */
  async function ask(path: string, { request, remoteAddress }: Answered): Promise<unknown> {
    const headers = new Headers()
    for (const name of ['apikey', 'authorization']) {
      const value = request.headers.get(name)
      if (value) headers.set(name, value)
    }
    try {
      const answer = await fetch(new Request(new URL(path, request.url), { headers }), { remoteAddress })
      return answer.ok ? await answer.json() : undefined
    } catch {
      // The write has succeeded, and is answered so.
      return undefined
    }
  }

  /** A deletion of comments only empties them and reports no row. Returns the ids of those emptied, of `filter`. */
  async function emptied(filter: string, answered: Answered): Promise<string[] | undefined> {
    const since = new Date(clock() - justNow).toISOString()
    const rows = await ask(`/rest/v1/comments?${filter}&deleted_at=gte.${since}&select=id&limit=${mostKeys}`, answered)
    return (rows as { id: string }[] | undefined)?.map(({ id }) => id)
  }

  async function changeOfRows(answered: Answered): Promise<PageChange | undefined> {
    const { request, answer } = answered
    const url = new URL(request.url)
    const emptiesComments = request.method === 'DELETE' && url.pathname === '/rest/v1/comments'
    if (!emptiesComments && !changedRows(answer)) return undefined
    const writer = writerOf(request)
    if (!writer) return everything
    // Staff have rights at this level only. No answer counts as staff: then nothing outdated can stay.
    if (writer.level === 'aal2' && (await ask('/rest/v1/rpc/is_moderator', answered)) !== false) return everything
    const id = namedRow(url)
    // Members change what is their own, and each of their rows is shown with its author.
    const named = [id ?? writer.id]
    if (!emptiesComments) return soon(named)
    return soon((await emptied(id ? `id=eq.${id}` : `author_id=eq.${writer.id}`, answered)) ?? named)
  }

  /** `given`: a copy of the request with its body, which the backend has read. */
  async function changeOfRpc(
    given: Request | undefined,
    { request, answer }: Answered,
  ): Promise<PageChange | undefined> {
    const writer = writerOf(request)
    if (!writer) return everything
    if ((await jsonOf(answer.clone())) === false) return undefined
    const { p_id: id } = ((given && (await jsonOf(given))) ?? {}) as { p_id?: unknown }
    return soon([typeof id === 'string' && uuidPattern.test(id) ? id : writer.id])
  }

  /** To be called before the backend reads the request. Returns what to ask once it has answered. */
  return (request: Request, remoteAddress: string) => {
    const rule = purgeRule(request.method, new URL(request.url).pathname)
    const given = rule === 'p_id' ? request.clone() : undefined
    return async (answer: Response): Promise<PageChange | undefined> => {
      if (rule === undefined || !answer.ok) return undefined
      if (rule === true) return changedRows(answer) ? everything : undefined
      if (rule === 'all') return { keys: 'all', when: 'soon' }
      const answered = { request, answer, remoteAddress }
      return rule === 'rows' ? changeOfRows(answered) : changeOfRpc(given, answered)
    }
  }
}
