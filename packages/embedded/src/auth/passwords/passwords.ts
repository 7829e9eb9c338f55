import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/bcrypt'
import pLimit from 'p-limit'
import { AuthError, invalid, tooMany } from '../auth-error.ts'

/** Runs a task when its turn comes. */
export type BoundedQueue = <T>(task: () => Promise<T>) => Promise<T>

/**
 * Runs at most `running` tasks at a time, in order of arrival, and lets at most `waiting` more wait. Beyond that it fails
 * with what `full` makes, instead of making everybody wait longer.
 */
export function boundedQueue(running: number, waiting: number, full: () => Error): BoundedQueue {
  const limit = pLimit(running)
  return async (task) => {
    if (limit.activeCount + limit.pendingCount >= running + waiting) throw full()
    return limit(task)
  }
}

/** At least 8 characters. bcrypt ignores everything beyond 72 bytes. */
const MIN_LENGTH = 8
const MAX_BYTES = 72
/** GoTrue's cost (golang.org/x/crypto/bcrypt.DefaultCost). */
const COST = 10

/**
 * Concurrent hashes. One core is left to the main thread, and one of the four threads in libuv's pool to files, DNS and
 * pictures.
 */
const AT_ONCE = Math.max(1, Math.min(3, availableParallelism() - 1))
/** At about 60 ms each, the last of them waits four seconds at most; several networks may begin at once (`signIns`). */
const MOST_WAITING = 64
const RETRY_SECONDS = 5

/** One queue for the process, as there is one pool of threads. */
const queuedHash = boundedQueue(AT_ONCE, MOST_WAITING, () => tooMany(RETRY_SECONDS))

/** Which passwords the site refuses besides short ones. */
export type PasswordRules = {
  /** Whether guessing begins with such a password. `about`: address and names of the account, which are guessed too. */
  isUsual?: ((password: string, about: readonly string[]) => Promise<boolean>) | undefined
  /** `schema.function(jsonb)`: answers an array of what the site knows of `{user_id}`, a nickname for example. */
  words?: string | undefined
}

const weak = (message: string, reason: 'length' | 'pwned') =>
  new AuthError(422, 'weak_password', message, { extra: { weak_password: { reasons: [reason] } } })

/** Fails with GoTrue's `weak_password`, whose reason `pwned` is a password that is known (internal/api/password.go). */
export async function checkStrength(
  { isUsual }: PasswordRules,
  password: string,
  about: readonly string[],
): Promise<void> {
  if (Buffer.byteLength(password) > MAX_BYTES) throw invalid(`Password cannot be longer than ${MAX_BYTES} characters`)
  if ([...password].length < MIN_LENGTH) throw weak(`Password should be at least ${MIN_LENGTH} characters.`, 'length')
  if (await isUsual?.(password, about))
    throw weak('Password is known to be weak and easy to guess, please choose a different one.', 'pwned')
}

/** Whether a text is a bcrypt hash, of any cost. */
export const isPasswordHash = (text: string): boolean =>
  /^\$2[aby]\$(0[4-9]|[12]\d|3[01])\$[./A-Za-z0-9]{53}$/.test(text)

/** In a thread of libuv's pool: a hash takes 60 ms and more of a processor. Fails with 429 when too many wait. */
export const hashPassword = (password: string): Promise<string> => queuedHash(() => hash(password, COST))

/** The hash of an unknown password: unknown accounts take as long as known ones, so that timing reveals neither. */
const NOBODY = '$2b$10$qQfBUWHuxNSZpRLSdJxqAOd2F8576GVYk5QHvNw4ZSPpCwRXb4gvS'

export async function passwordMatches(password: string, stored: string | null | undefined): Promise<boolean> {
  const matches = await queuedHash(() => verify(password, stored || NOBODY))
  // bcrypt would accept any text that begins with the correct 72 bytes.
  return matches && Boolean(stored) && Buffer.byteLength(password) <= MAX_BYTES
}
