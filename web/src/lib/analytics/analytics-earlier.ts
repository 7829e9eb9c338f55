import type { ConversionType } from '@hot/domain/analytics/funnel'
import { DataError } from '#web/lib/api/data-error.ts'
import { restClient } from '#web/lib/api/transport/rest-client.ts'
import { viewer } from '#web/lib/auth/viewer/viewer.ts'

type Answer = {
  data: readonly unknown[] | null
  error: { code: string; message: string } | null
  status: number
}

function countOf({ data, error, status }: Answer): number {
  if (error) throw new DataError(error.code, status, error.message, '')
  return data?.length ?? 0
}

const voteTables = ['demand_votes', 'realness_votes', 'drama_votes', 'rumor_votes', 'poll_votes'] as const

/** Counts up to two rows: the one just created, and one before it. */
const counters = {
  async first_post(userId: string) {
    const client = await restClient()
    return countOf(await client.from('community_posts').select('id').eq('author_id', userId).limit(2))
  },
  async first_comment(userId: string) {
    const client = await restClient()
    return countOf(await client.from('comments').select('id').eq('author_id', userId).limit(2))
  },
  async first_vote(userId: string) {
    const client = await restClient()
    const votes = voteTables.map((table) => client.from(table).select('user_id').eq('user_id', userId).limit(2))
    return (await Promise.all(votes)).reduce((sum, answer) => sum + countOf(answer), 0)
  },
}

const hasCounter = (type: ConversionType): type is keyof typeof counters => type in counters

const dayMs = 86_400_000
const daysOf: Partial<Record<ConversionType, number>> = { retention_day7: 7, retention_day30: 30 }

/** Whether an already counted visit began at least this many days after the account was created. */
async function cameBack(userId: string, days: number): Promise<boolean> {
  const who = viewer()
  if (who.state !== 'member' || who.user.id !== userId) throw new DataError('', 401, 'signed out')
  const since = new Date(Date.parse(who.user.createdAt) + days * dayMs).toISOString()
  const client = await restClient()
  const visits = client.from('user_sessions').select('id').eq('user_id', userId).gte('session_start', since)
  return countOf(await visits.limit(1)) > 0
}

/**
 * Whether a member's own rows show an earlier occurrence than the current one. Sign-up and profile completion leave no
 * rows that members can read, so those count once per device. Throws DataError.
 * @package
 */
export async function didBefore(userId: string, type: ConversionType): Promise<boolean> {
  const days = daysOf[type]
  if (days) return cameBack(userId, days)
  return hasCounter(type) && (await counters[type](userId)) > 1
}
