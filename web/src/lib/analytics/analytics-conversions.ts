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

/** On a device that many members share, only the latest conversions are stored. */
const maxStored = 100

/** @package */
export function storedConversions(): Conversion[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKeys.conversions) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isConversion) : []
  } catch {
    return []
  }
}

/** @package */
export function storeConversions(conversions: Conversion[]): void {
  try {
    localStorage.setItem(storageKeys.conversions, JSON.stringify(conversions.slice(-maxStored)))
  } catch {
    // Storage is blocked or full: only the server's rows tell whether it happened before.
  }
}

const isConversion = (value: unknown): value is Conversion =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'user_id') === 'string' &&
  typeof Reflect.get(value, 'conversion_type') === 'string'

type Dependencies = {
  now(): number
  read(): Conversion[]
  store(conversions: Conversion[]): unknown
  /** Whether the server has a record of an earlier occurrence. Rejects when the request fails. */
  didBefore(userId: string, type: ConversionType): Promise<boolean>
  /** Sends a service event on behalf of the member. */
  send(userId: string, event: ServiceEvent): unknown
}

type Member = { id: string; createdAt: string; profile: { avatar_url: string | null; nickname: string | null } | null }

/** The conversion that the first event of a type counts as. */
const conversionOf: Partial<Record<AnalyticsEventType, ConversionType>> = {
  user_register: 'signup_completed',
  post_create: 'first_post',
  vote_cast: 'first_vote',
  comment_create: 'first_comment',
}

/**
 * First-time actions of members. Each is stored on this device and reported as two service events: the conversion and,
 * where it has one, its funnel step. If the action happened before, on another device or before analytics was allowed,
 * it is stored but not reported.
 * @package
 */
export function createConversions({ now, read, store, didBefore, send }: Dependencies) {
  const running = new Set<string>()
  /** Ids of members whose profile was incomplete in this session. */
  const unfinished = new Set<string>()

  const isKnown = (userId: string, type: ConversionType) =>
    read().some((stored) => stored.user_id === userId && stored.conversion_type === type)

  function storeNew(user_id: string, conversion_type: ConversionType, metadata: Conversion['metadata']): Conversion {
    const conversion = { user_id, conversion_type, completed_at: new Date(now()).toISOString(), metadata }
    store([...read(), conversion])
    return conversion
  }

  function report(userId: string, type: ConversionType, metadata: Conversion['metadata']): void {
    const { completed_at } = storeNew(userId, type, metadata)
    send(userId, { ...metadata, conversion_event: type, completed_at })
    const name = funnelStepOf[type]
    if (!name) return
    const step: FunnelStep = { userId, step: name, timestamp: completed_at, metadata }
    send(userId, { ...step.metadata, funnel_step: step.step, timestamp: step.timestamp })
  }

  async function convertOnce(
    userId: string,
    type: ConversionType,
    metadata: Conversion['metadata'] = {},
  ): Promise<void> {
    const key = `${userId} ${type}`
    if (running.has(key) || isKnown(userId, type)) return
    running.add(key)
    try {
      if (await didBefore(userId, type)) storeNew(userId, type, { before: true })
      else report(userId, type, metadata)
    } catch {
      // The request failed; the next event tries again.
    } finally {
      running.delete(key)
    }
  }

  return {
    /** Call it after an event of a member was counted. */
    async afterEvent(userId: string, type: AnalyticsEventType): Promise<void> {
      const conversion = conversionOf[type]
      if (conversion === 'signup_completed') await convertOnce(userId, conversion, { source: signupSource })
      else if (conversion) await convertOnce(userId, conversion)
    },
    /**
     * Call it when a member is loaded or their profile changes. A profile that is complete from the start was completed
     * earlier or elsewhere, and does not count.
     */
    async memberChanged({ id, createdAt, profile }: Member): Promise<void> {
      for (const type of retentionReached(createdAt, now())) await convertOnce(id, type)
      if (!profile) return
      const completion = profileCompletion(profile)
      if (completion < 1) unfinished.add(id)
      else if (unfinished.has(id)) await convertOnce(id, 'profile_complete', { profile_completion: completion })
    },
  }
}
