import type { Database } from '@hot/domain/contract/database.types'
import { runtimeConfig } from '#web/lib/api/config/runtime-config.ts'
import { accessToken } from '#web/lib/auth/session/access-token.ts'
import { storedSession } from '#web/lib/auth/session/session-storage.ts'
import type { Batch, Delivery } from './analytics-queue.ts'
import type { Visit } from './analytics-session.ts'

type UserSession = Database['public']['Tables']['user_sessions']['Insert']

/** The last token, so that a member's remaining events can be sent after they signed out. */
let former: { userId: string; token: string } | undefined

/**
 * The user id for current events; null for guests. Also stores the token to send them with.
 * @package
 */
export function currentUser(): string | null {
  const session = storedSession()
  if (!session?.user) return null
  former = { userId: session.user.id, token: session.access_token }
  return session.user.id
}

async function tokenOf(userId: string): Promise<string | null> {
  if (storedSession()?.user?.id === userId) return accessToken()
  return former?.userId === userId ? former.token : null
}

/** After a 429: requests before this time (ms since 1970) would be refused again. */
let quietUntil = 0
/** Wait in seconds after a refusal without Retry-After. */
const usualWait = 60

function applyRetryAfter(answer: Response): void {
  const seconds = Number(answer.headers.get('Retry-After') ?? usualWait)
  quietUntil = Date.now() + (Number.isFinite(seconds) ? seconds : usualWait) * 1000
}

/** Requests without an answer yet. */
const underWay = new Set<Promise<Delivery>>()

function post(...asked: Parameters<typeof postOnce>): Promise<Delivery> {
  const sent = postOnce(...asked).finally(() => underWay.delete(sent))
  underWay.add(sent)
  return sent
}

/**
 * Resolves when nothing is on its way any more.
 * @package
 */
export const allSent = async (): Promise<void> => void (await Promise.allSettled(underWay))

/**
 * One POST that outlives the page. Refusals (no permission, row-level security, 409 for an existing row) are final and
 * silent. Without an answer, or when the server asks to try again later, the same body may be sent again.
 */
async function postOnce(path: string, prefer: string, userId: string | null, body: unknown): Promise<Delivery> {
  if (Date.now() < quietUntil) return 'lost'
  try {
    const { supabaseUrl, publishableKey } = await runtimeConfig()
    const token = userId && (await tokenOf(userId))
    if (userId && !token) return 'done'
    const headers = new Headers({ apikey: publishableKey, 'Content-Type': 'application/json', Prefer: prefer })
    if (token) headers.set('Authorization', `Bearer ${token}`)
    const url = `${supabaseUrl}/rest/v1/${path}`
    const answer = await fetch(url, { method: 'POST', keepalive: true, headers, body: JSON.stringify(body) })
    if (answer.status === 429) applyRetryAfter(answer)
    return answer.status >= 500 || answer.status === 429 ? 'lost' : 'done'
  } catch {
    return 'lost'
  }
}

/**
 * Sends events: rows of guests without a token, rows of a member with the member's token.
 * @package
 */
export const sendBatch = (batch: Batch): Promise<Delivery> =>
  post('analytics_events', 'return=minimal', batch[0]?.user_id ?? null, batch)

/**
 * Sends the current state of a member's visit; the last one sent counts. Visits of guests have no row.
 * @package
 */
export function sendVisit(visit: Visit, deviceInfo: UserSession['device_info']): void {
  if (!visit.userId) return
  const row: UserSession = {
    id: visit.id,
    user_id: visit.userId,
    session_start: new Date(visit.startedAt).toISOString(),
    session_end: new Date(visit.lastAt).toISOString(),
    page_views: visit.pageViews,
    actions_count: visit.actions,
    device_info: deviceInfo,
  }
  void post('user_sessions?on_conflict=id', 'resolution=merge-duplicates,return=minimal', visit.userId, row)
}
