import type { Backend } from '@hot/embedded'
import type { Log } from '@hot/embedded/log'
import { type PushKind, type PushOutcome, pushMessage, type SendPush, type WaitingPush } from './push-message.ts'
import { type ApnsKey, apnsSender } from './senders/apns.ts'
import { type FcmAccount, fcmSender } from './senders/fcm.ts'
import { type VapidKeys, webPushSender } from './senders/web-push.ts'

/** The configured push services; messages for others stay queued for a server that has them. */
export type PushOptions = { apns?: ApnsKey | undefined; fcm?: FcmAccount | undefined; vapid?: VapidKeys | undefined }

/** One sender for each kind of device whose service is configured. */
type PushSenders = { send: Partial<Record<PushKind, SendPush>>; close: () => void }

/** The senders of a server. Throws when a key cannot be read. */
export function openPushSenders({ apns, fcm, vapid }: PushOptions): PushSenders {
  const apple = apns && apnsSender(apns)
  return {
    send: {
      ...(apple && { ios: apple.send }),
      ...(fcm && { android: fcmSender(fcm) }),
      ...(vapid && { web: webPushSender(vapid) }),
    },
    close: () => apple?.close(),
  }
}

/** The queue of messages, `private.push_queue`: in this process's database or in a Supabase project. */
export type PushQueue = {
  /** Claims due messages for these kinds of devices; a claimed message that is not settled becomes due again later. */
  claim(kinds: readonly PushKind[]): Promise<readonly WaitingPush[]>
  /** Records the outcome of a claimed message. */
  settle(push: WaitingPush, outcome: PushOutcome): Promise<void>
}

/** How often the queue is polled (cron pattern with seconds). */
export const PUSH_SCHEDULE = '*/5 * * * * *'
/** Batch size. A batch is sent concurrently, so that all are settled before the first becomes due again. */
export const PUSHES_AT_ONCE = 50
/** Maximum number of consecutive batches per scheduled run. */
const rounds = 20

/** Parameters of `settle_push`, in its order after the id. */
export const settlement = (push: WaitingPush, outcome: PushOutcome) => ({
  outcome: outcome.kind,
  problem: outcome.kind === 'sent' ? null : outcome.problem,
  token: outcome.kind === 'gone' ? push.device.token : null,
  wait: outcome.kind === 'later' ? outcome.waitSeconds : 0,
})

/** The queue of a database that this process has open. */
export const databasePushQueue = ({ query }: Pick<Backend, 'query'>): PushQueue => ({
  async claim(kinds) {
    const [row] = await query<{ pushes: WaitingPush[] }>('select private.claim_pushes($1, $2) as pushes', [
      kinds,
      PUSHES_AT_ONCE,
    ])
    return row?.pushes ?? []
  },
  async settle(push, given) {
    const { outcome, problem, token, wait } = settlement(push, given)
    await query('select private.settle_push($1, $2, $3, $4, $5)', [push.id, outcome, problem, token, wait])
  },
})

/** The error's code only, because its message may contain an endpoint. */
function problemOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error ? (Reflect.get(cause, 'code') ?? cause.name) : 'unknown'
  return String(code).slice(0, 100)
}

async function sendOne(push: WaitingPush, senders: PushSenders): Promise<PushOutcome> {
  const send = senders.send[push.device.kind]
  if (!send) return { kind: 'later', problem: 'no sender', waitSeconds: 0 }
  try {
    return await send(pushMessage(push), push.device)
  } catch (error) {
    return { kind: 'later', problem: problemOf(error), waitSeconds: 0 }
  }
}

/**
 * Sends due messages outside any transaction, so that a slow service does not block a database session. A failed
 * message does not stop the others. Returns how many were sent.
 */
export async function drainPushes(queue: PushQueue, senders: PushSenders, log: Log): Promise<number> {
  const kinds = Object.keys(senders.send) as PushKind[]
  let sent = 0
  for (let round = 0; round < rounds; round += 1) {
    const claimed = await queue.claim(kinds)
    const outcomes = await Promise.all(claimed.map((push) => sendOne(push, senders)))
    for (const [i, push] of claimed.entries()) {
      const outcome = outcomes[i]
      if (!outcome) continue
      if (outcome.kind === 'sent') sent += 1
      else if (outcome.kind !== 'gone')
        log(
          `Push ${push.id} (${push.device.kind}) kam nicht an: ${outcome.problem}`,
          outcome.kind === 'later' ? 'warn' : 'error',
        )
      await queue.settle(push, outcome)
    }
    if (claimed.length < PUSHES_AT_ONCE) break
  }
  return sent
}
