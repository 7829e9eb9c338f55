import { causeLine, type Log } from '../http/request-log.ts'
import type { WaitingPush } from '../push/push-message.ts'
import { drainPushes, PUSHES_AT_ONCE, type PushQueue, settlement } from '../push/push-queue.ts'
import { openPushSenders } from '../push/push-senders.ts'
import type { Settings } from '../settings/settings.ts'
import type { SupabaseProject } from './backend-settings.ts'
import { callAsServer } from './supabase-call.ts'

/** Over the network: less often than in process. */
const every = 15_000

/** The queue behind a Supabase project's API, by its secret key. Fails when the project does not answer as it should. */
export function supabasePushQueue(project: SupabaseProject): PushQueue {
  const call = callAsServer(project)
  return {
    claim: async (kinds) =>
      (await (await call('claim_pushes', { p_kinds: kinds, p_limit: PUSHES_AT_ONCE })).json()) as WaitingPush[],
    async settle(push, given) {
      const { outcome, problem, token, wait } = settlement(push, given)
      await call('settle_push', { p_id: push.id, p_outcome: outcome, p_problem: problem, p_token: token, p_wait: wait })
    },
  }
}

/** Sends what waits in a Supabase project, until the answer is called. Without secret key or push keys it waits there. */
export function pushFromSupabase({ supabase, push }: Settings, log: Log): () => void {
  const senders = openPushSenders(push)
  if (Object.keys(senders.send).length === 0) return () => {}
  if (!supabase?.secretKey) {
    log('Push-Nachrichten gehen nicht raus: Dafür braucht HoT SUPABASE_SECRET_KEY.')
    return () => {}
  }
  const queue = supabasePushQueue(supabase)
  let busy = false
  const timer = setInterval(async () => {
    if (busy) return
    busy = true
    await drainPushes(queue, senders, log)
      .catch((error: unknown) => log(`Die Push-Nachrichten sind nicht erreichbar: ${causeLine(error)}`))
      .finally(() => {
        busy = false
      })
  }, every)
  timer.unref()
  return () => {
    clearInterval(timer)
    senders.close()
  }
}
