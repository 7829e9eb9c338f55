import type { AnalyticsEventType } from '@hot/domain/analytics/events'
import { sessionIdleMs } from '@hot/domain/analytics/events'
import { storageKeys } from '@hot/domain/privacy/storage-keys'
import type { Clock } from '#web/platform/device/clock.ts'

/**
 * A visit lasts as long as its tab: a reload continues it, and another tab has its own. Where storage is blocked, each
 * page load is a visit.
 * @package
 */
export function storedVisit(): Visit | null {
  try {
    return asVisit(JSON.parse(sessionStorage.getItem(storageKeys.analyticsVisit) ?? 'null'))
  } catch {
    return null
  }
}

/** @package */
export function storeVisit(visit: Visit): void {
  try {
    sessionStorage.setItem(storageKeys.analyticsVisit, JSON.stringify(visit))
  } catch {
    // Storage is blocked or full: the visit ends with the page.
  }
}

/**
 * A visit as it was stored; null for anything else.
 * @package
 */
export function asVisit(value: unknown): Visit | null {
  if (typeof value !== 'object' || value === null) return null
  const { id, userId, startedAt, lastAt, pageViews, actions } = value as Partial<Record<keyof Visit, unknown>>
  const counts = [startedAt, lastAt, pageViews, actions]
  const whole = typeof id === 'string' && (userId === null || typeof userId === 'string')
  return whole && counts.every(Number.isFinite) ? (value as Visit) : null
}

/**
 * A visit as stored in the tab. Times in milliseconds.
 * @package
 */
export type Visit = {
  id: string
  /** The member it belongs to; null: a guest's, which nothing leads from to an account. */
  userId: string | null
  startedAt: number
  lastAt: number
  pageViews: number
  actions: number
}

type Dependencies = {
  clock: Clock
  read(): Visit | null
  store(visit: Visit): void
  /** Letters and digits, different each time. */
  random(): string
}

/** Events for user actions, as opposed to impressions and measurements. */
const actions: readonly AnalyticsEventType[] = [
  'click',
  'user_login',
  'user_logout',
  'user_register',
  'post_create',
  'comment_create',
  'vote_cast',
  'fan_add',
  'fan_remove',
  'social_share',
]

const newId = (now: number, random: string) => `session_${now}_${random}`

/**
 * The visit that events belong to. A new one begins after half an hour without events, and when somebody signs in or out,
 * so that neither visits of different people are linked, nor what a guest did to an account.
 * @package
 */
export function createVisits({ clock, read, store, random }: Dependencies) {
  let current = read()
  let changed = false

  const isOver = (visit: Visit, userId: string | null) =>
    clock.now() - visit.lastAt > sessionIdleMs || visit.userId !== userId

  return {
    /** The visit for an event that happens now; `ended` is the one it replaces, `begun` tells whether it is new. */
    now(userId: string | null): { visit: Visit; begun: boolean; ended: Visit | null } {
      if (current && !isOver(current, userId)) return { visit: current, begun: false, ended: null }
      const ended = changed ? current : null
      const now = clock.now()
      current = { id: newId(now, random()), userId, startedAt: now, lastAt: now, pageViews: 0, actions: 0 }
      changed = false
      return { visit: current, begun: true, ended }
    },
    count(type: AnalyticsEventType): void {
      if (!current) return
      current = {
        ...current,
        lastAt: clock.now(),
        pageViews: current.pageViews + Number(type === 'page_view'),
        actions: current.actions + Number(actions.includes(type)),
      }
      changed = true
      store(current)
    },
    /** The current visit, when the tab is being left; null when nothing happened since the last call. */
    leave(): Visit | null {
      if (!changed) return null
      changed = false
      return current
    },
    forget(): void {
      current = null
      changed = false
    },
  }
}

/** Device properties stored with a visit. */
type DeviceInfo = { user_agent: string; screen_resolution: string; timezone: string }

/** `Intl` creates a formatter, which takes 50 ms on a phone; browsers from before 2026 have no alternative. */
const timeZone = () => globalThis.Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone

/** @package */
export const deviceInfo = (): DeviceInfo => ({
  user_agent: navigator.userAgent.slice(0, 400),
  screen_resolution: `${screen.width}x${screen.height}`,
  timezone: timeZone(),
})
