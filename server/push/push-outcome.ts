import type { PushDevice, PushMessage } from './push-message.ts'

/**
 * What became of a message. `gone`: the service no longer knows the token. `later`: again, at the earliest after
 * `waitSeconds`. `refused`: this message never gets through. `problem` is for the log and names no token.
 */
export type PushOutcome =
  | { kind: 'sent' }
  | { kind: 'gone' | 'refused'; problem: string }
  | { kind: 'later'; problem: string; waitSeconds: number }

/** Hands one message to the service of one kind of device. Fails when the service cannot be reached. */
export type SendPush = (message: PushMessage, device: PushDevice) => Promise<PushOutcome>

/** How long a service may take to answer (ms). A claimed row comes up again after a minute. */
export const ANSWER_WITHIN_MS = 10_000
/** How long a service keeps a message for a device that is off (seconds). */
export const KEEP_SECONDS = 24 * 3600

/** Seconds of a `Retry-After` header, given as a number or as a date (RFC 9110, 10.2.3); 0 without one. */
function retryAfter(header: string | null | undefined, now: Date): number {
  if (!header) return 0
  if (/^\d+$/.test(header)) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? 0 : Math.max(0, Math.ceil((at - now.getTime()) / 1000))
}

/** The answers that mean the same at every service: overload and trouble of its own pass, anything else does not. */
export function outcomeOf(status: number, problem: string, header: string | null | undefined, now: Date): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 429 || status >= 500) return { kind: 'later', problem, waitSeconds: retryAfter(header, now) }
  return { kind: 'refused', problem }
}
