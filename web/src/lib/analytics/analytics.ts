import {
  type AnalyticsEvent,
  type AnalyticsEventType,
  analyticsPath,
  type EventDetails,
  type EventTarget,
  mayGuestsSend,
} from '@hot/domain/analytics/events'
import { sourceOf } from '@hot/domain/analytics/source'
import { viewer } from '#web/lib/auth/viewer/viewer.ts'
import { browserClock } from '#web/platform/device/clock.ts'
import { serverNow } from '#web/platform/device/server-clock.ts'
import { consentLevel, mayCount, subscribeConsent } from '#web/platform/storage/consent.ts'
import { createConversions, storeConversions, storedConversions } from './analytics-conversions.ts'
import { createAnalyticsQueue } from './analytics-queue.ts'
import { createVisits, deviceInfo, storedVisit, storeVisit, type Visit } from './analytics-session.ts'
import { allSent, currentUser, sendBatch, sendVisit } from './analytics-transport.ts'

type Details = { target?: EventTarget; metadata?: AnalyticsEvent['metadata'] }

const queue = createAnalyticsQueue({ clock: browserClock, send: sendBatch })
const visits = createVisits({
  clock: browserClock,
  read: storedVisit,
  store: storeVisit,
  random: () => crypto.randomUUID().slice(0, 8),
})

const conversions = createConversions({
  now: browserClock.now,
  read: storedConversions,
  // Consent may have changed during the request.
  store: (all) => consentLevel() === 'full' && storeConversions(all),
  // Only members need this code and the REST client it imports.
  didBefore: async (...asked) => (await import('./analytics-earlier.ts')).didBefore(...asked),
  send: (userId, metadata) => userId === currentUser() && record('custom_performance_metric', { metadata }),
})

function push(visit: Visit, type: AnalyticsEventType, { target, metadata = {} }: Details, at = Date.now()): void {
  queue.add({
    id: crypto.randomUUID(),
    event_type: type,
    user_id: visit.userId,
    session_id: visit.id,
    page_path: analyticsPath(window.location.pathname),
    target_type: target?.type ?? null,
    target_id: target?.id ?? null,
    metadata,
    created_at: new Date(at + serverNow() - Date.now()).toISOString(),
  })
}

/** Records the end of a visit, when its tab is left. If the visit continues afterwards, it ends again; the last end counts. */
function end(visit: Visit): void {
  const metadata = {
    session_duration_ms: visit.lastAt - visit.startedAt,
    page_views: visit.pageViews,
    actions_count: visit.actions,
  }
  push(visit, 'session_end', { metadata }, visit.lastAt)
  sendVisit(visit, deviceInfo())
}

let isSourceTold = false

/** Where the document was opened from, for the first visit in it: a later one in the same tab came from here. */
function documentSource(): { source?: string } {
  const source = isSourceTold ? null : sourceOf(document.referrer, window.location.hostname)
  isSourceTold = true
  return source ? { source } : {}
}

function visitNow(userId: string | null): Visit {
  const { visit, begun, ended } = visits.now(userId)
  if (ended) end(ended)
  if (begun) push(visit, 'session_start', { metadata: { ...deviceInfo(), ...documentSource() } })
  return visit
}

/** What `track` calls. Types that guests may not send are dropped for guests. */
export function record<Type extends AnalyticsEventType>(type: Type, ...[details]: EventDetails<Type>): void {
  const userId = currentUser()
  if (!mayCount(userId)) return
  startAnalytics()
  if (!userId && !mayGuestsSend(type)) return
  const visit = visitNow(userId)
  visits.count(type)
  push(visit, type, { ...details })
  if (userId) void conversions.afterEvent(userId, type)
  // Sends now, while the token is still valid.
  if (type === 'user_logout') leave()
}

/** Call it when the viewer changes: checks for conversions that have no event of their own. */
export function seeViewer(): void {
  const who = viewer()
  if (who.state === 'member' && mayCount(who.user.id))
    void conversions.memberChanged({ ...who.user, profile: who.profile })
}

/** How long signing out waits for what is on its way, whose token ends with it. */
const patienceMs = 1_500

/** Resolves when everything is sent, or it takes too long. */
export const sentSoon = (): Promise<void> =>
  Promise.race([allSent(), new Promise<void>((resolve) => setTimeout(resolve, patienceMs))])

function leave(): void {
  const visit = visits.leave()
  if (visit) end(visit)
  queue.flush()
}

const leaveWhenHidden = () => document.visibilityState === 'hidden' && leave()

let started = false

/** Begins or continues the visit, with full consent only; stops by itself when consent is withdrawn. */
export function startAnalytics(): void {
  const userId = currentUser()
  if (started || !mayCount(userId)) return
  started = true
  visitNow(userId)
  document.addEventListener('visibilitychange', leaveWhenHidden)
  window.addEventListener('pagehide', leave)
  window.addEventListener('online', queue.flush)
  const stopFollowing = subscribeConsent(() => {
    if (consentLevel() === 'full') return
    stopFollowing()
    stop()
  })
}

/** Called when consent is withdrawn: discards queued events. What was stored is deleted already. */
function stop(): void {
  started = false
  document.removeEventListener('visibilitychange', leaveWhenHidden)
  window.removeEventListener('pagehide', leave)
  window.removeEventListener('online', queue.flush)
  queue.clear()
  visits.forget()
}
