import type { AnalyticsEventType, ServiceEvent } from '@hot/domain/analytics/events'
import {
  type Conversion,
  type ConversionType,
  type FunnelStep,
  funnelStepOf,
  profileCompletion,
  retentionReached,
  signupSource,
} from '@hot/domain/analytics/funnel'
import { storageKeys } from '@hot/domain/privacy/storage-keys'

/** A device that many members use keeps the latest only. */
const mostKept = 100

/** @package */
export function storedConversions(): Conversion[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKeys.conversions) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isConversion) : []
  } catch {
    return []
  }
}

/** @package */
export function storeConversions(conversions: Conversion[]): void {
  try {
    localStorage.setItem(storageKeys.conversions, JSON.stringify(conversions.slice(-mostKept)))
  } catch {
    // Blocked or full: what the server knows decides alone.
  }
}

const isConversion = (kept: unknown): kept is Conversion =>
  typeof kept === 'object' &&
  kept !== null &&
  typeof Reflect.get(kept, 'user_id') === 'string' &&
  typeof Reflect.get(kept, 'conversion_type') === 'string'

type Surroundings = {
  now(): number
  read(): Conversion[]
  keep(conversions: Conversion[]): unknown
  /** Whether the member did this before, as far as the server knows. Rejects without an answer. */
  didBefore(userId: string, type: ConversionType): Promise<boolean>
  /** Sends a service event in the name of the member. */
  tell(userId: string, event: ServiceEvent): unknown
}

type Member = { id: string; createdAt: string; profile: { avatar_url: string | null; nickname: string | null } | null }

/** Which conversion an event may be. */
const conversionOf: Partial<Record<AnalyticsEventType, ConversionType>> = {
  user_register: 'signup_completed',
  post_create: 'first_post',
  vote_cast: 'first_vote',
  comment_create: 'first_comment',
}

/**
 * What members do for the first time: stored on this device, and reported as two service events, the conversion and its
 * step of the funnel. When it was done on another device, or before analytics was allowed, it is stored but not reported.
 * @package
 */
export function createConversions({ now, read, keep, didBefore, tell }: Surroundings) {
  const running = new Set<string>()
  /** Members seen with an unfinished profile. */
  const unfinished = new Set<string>()

  const isKnown = (userId: string, type: ConversionType) =>
    read().some((kept) => kept.user_id === userId && kept.conversion_type === type)

  function remember(user_id: string, conversion_type: ConversionType, metadata: Conversion['metadata']): Conversion {
    const conversion = { user_id, conversion_type, completed_at: new Date(now()).toISOString(), metadata }
    keep([...read(), conversion])
    return conversion
  }

  function reach(userId: string, type: ConversionType, metadata: Conversion['metadata']): void {
    const { completed_at } = remember(userId, type, metadata)
    tell(userId, { ...metadata, conversion_event: type, completed_at })
    const name = funnelStepOf[type]
    if (!name) return
    const step: FunnelStep = { userId, step: name, timestamp: completed_at, metadata }
    tell(userId, { ...step.metadata, funnel_step: step.step, timestamp: step.timestamp })
  }

  async function reachOnce(userId: string, type: ConversionType, metadata: Conversion['metadata'] = {}): Promise<void> {
    const key = `${userId} ${type}`
    if (running.has(key) || isKnown(userId, type)) return
    running.add(key)
    try {
      if (await didBefore(userId, type)) remember(userId, type, { before: true })
      else reach(userId, type, metadata)
    } catch {
      // The server could not be asked; the next time asks again.
    } finally {
      running.delete(key)
    }
  }

  return {
    /** A member's event, after it was counted. */
    async follow(userId: string, type: AnalyticsEventType): Promise<void> {
      const conversion = conversionOf[type]
      if (conversion === 'signup_completed') await reachOnce(userId, conversion, { source: signupSource })
      else if (conversion) await reachOnce(userId, conversion)
    },
    /** A member is seen, or their profile changed. A profile that was whole from the start was finished elsewhere. */
    async see({ id, createdAt, profile }: Member): Promise<void> {
      for (const type of retentionReached(createdAt, now())) await reachOnce(id, type)
      if (!profile) return
      const completion = profileCompletion(profile)
      if (completion < 1) unfinished.add(id)
      else if (unfinished.has(id)) await reachOnce(id, 'profile_complete', { profile_completion: completion })
    },
  }
}
