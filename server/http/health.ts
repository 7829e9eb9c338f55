export type Health = { status: 'ok' | 'unavailable' | 'draining'; database: 'ok' | 'unavailable'; version: string }

/** Monitors ask often; the database is asked at most this often. */
const rememberedFor = 1_000
const answerWithin = 2_000

/** Whether the database answers. Never throws and never takes longer than two seconds. */
export function healthCheck(probe: () => Promise<unknown>, version: string, clock: () => number = Date.now) {
  let known: Promise<Health> | undefined
  let since = 0

  async function check(): Promise<Health> {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new Error('late')), answerWithin)
    try {
      await Promise.race([probe(), late.promise])
      return { status: 'ok', database: 'ok', version }
    } catch {
      // That it failed is the answer; why is in the log of whoever needed the database.
      return { status: 'unavailable', database: 'unavailable', version }
    } finally {
      clearTimeout(timer)
    }
  }

  return (): Promise<Health> => {
    if (!known || clock() - since >= rememberedFor) {
      since = clock()
      known = check()
    }
    return known
  }
}
