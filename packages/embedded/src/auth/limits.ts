import type { Log } from '../log.ts'
import type { Limit } from '../wire/callers.ts'
import { type LimitStore, type StoredLimiter, storedLimiter, storedNetworkLimiter } from '../wire/stored-limits.ts'
import { words } from '../words.ts'
import { tooMany } from './auth-error.ts'

/** Rate limits. Defaults are GoTrue's (internal/conf/configuration.go), those of sign-in follow this project's docs. */
export type AuthRates = {
  /** Signup, recover, resend, user changes: per address (GOTRUE_RATE_LIMIT_OTP). */
  forms: Limit
  /** Every grant of /token: per address (GOTRUE_RATE_LIMIT_TOKEN_REFRESH). */
  token: Limit
  /** /verify: per address (GOTRUE_RATE_LIMIT_VERIFY). */
  verify: Limit
  /** Enrolment, challenge and verification of second factors: per address (GOTRUE_MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY). */
  factors: Limit
  /** Signing in with a passkey, both steps: per address (GOTRUE_RATE_LIMIT_PASSKEY). */
  passkeys: Limit
  /** Sign-ins by password, right or wrong: per network. As many at once as a school class has pupils. */
  signIns: Limit
  /** Wrong passwords: per account; a network from which the account has signed in before is counted by itself. */
  wrongPasswords: Limit
  /** Wrong six-digit codes: per factor, and per account for codes of mails. GoTrue counts addresses only. */
  wrongCodes: Limit
  /** Links of mails that do not exist or not any more: per network. */
  wrongLinks: Limit
  /** The same from everywhere. Refuses nothing: a link cannot be guessed, so many wrong ones are only worth reporting. */
  allWrongLinks: Limit
  /** "User already registered": per IP address, to prevent checking a list of e-mail addresses for members. */
  knownAddresses: Limit
  /** Mails to one mailbox, and mails requested by one network, by any request. */
  mailsTo: Limit
  mailsFrom: Limit
  /** Mails of the whole installation (GOTRUE_RATE_LIMIT_EMAIL_SENT). */
  mails: Limit
  /** Seconds between two mails of one kind to one account (GOTRUE_SMTP_MAX_FREQUENCY). */
  mailEvery: number
}

const FIVE_MINUTES = 300
const FIFTEEN_MINUTES = 900
const HOUR = 3600

export const GOTRUE_RATES: AuthRates = {
  forms: { times: 30, seconds: FIVE_MINUTES },
  token: { times: 150, seconds: FIVE_MINUTES },
  verify: { times: 30, seconds: FIVE_MINUTES },
  factors: { times: 30, seconds: 120 },
  // Each sign-in asks twice, and a dialog that offers passkeys in its fields asks once when it opens.
  passkeys: { times: 60, seconds: FIVE_MINUTES },
  signIns: { times: 30, seconds: 180 },
  wrongPasswords: { times: 25, seconds: HOUR },
  wrongCodes: { times: 10, seconds: FIFTEEN_MINUTES },
  wrongLinks: { times: 30, seconds: HOUR },
  allWrongLinks: { times: 300, seconds: HOUR },
  knownAddresses: { times: 10, seconds: HOUR },
  mailsTo: { times: 3, seconds: HOUR },
  mailsFrom: { times: 10, seconds: HOUR },
  mails: { times: 30, seconds: HOUR },
  mailEvery: 60,
}

/** So long a network that has asked for a mail is behind those that have asked for none. */
const DAY = 24 * HOUR

/** `mailsKept`: of `mails`, what is kept for others than who asks. */
export type LimitName = Exclude<keyof AuthRates, 'mailEvery'> | 'mailsOfKind' | 'mailsKept'
export type AuthLimits = Record<LimitName, StoredLimiter> & {
  mailEvery: number
  /** Whether anybody near, or anybody in the same range, has asked for a mail within a day: these take once. */
  asked: Record<'near' | 'range', StoredLimiter>
  /** For who counts them elsewhere and then says what it `refused`, or divides them. */
  counts: Pick<AuthRates, 'mailsTo' | 'mailsFrom' | 'mails'>
  refused: (name: 'mailsTo' | 'mailsFrom') => void
}

/** Limits whose keys are the callers' addresses; the others count accounts, factors or everything together. */
const BY_NETWORK = new Set<LimitName>([
  'forms',
  'token',
  'verify',
  'factors',
  'passkeys',
  'signIns',
  'wrongLinks',
  'knownAddresses',
  'mailsFrom',
])

/** The limits per network times `factor`, for where many people share one address. */
export const networkRates = (factor: number): Partial<AuthRates> =>
  Object.fromEntries(
    Object.entries(GOTRUE_RATES).flatMap(([name, limit]) =>
      typeof limit === 'object' && BY_NETWORK.has(name as LimitName)
        ? [[name, { ...limit, times: limit.times * factor }]]
        : [],
    ),
  )

/** Called with the name of a limit each time it refuses a request. */
type OnRefusal = (name: LimitName, limit: Limit) => void

/** Limits that are taken inside the transaction that composes the mail. */
const IN_TRANSACTIONS = new Set<LimitName>(['mailsTo', 'mailsFrom', 'mails', 'mailsKept', 'mailsOfKind'])

/** Refusals have a name of their own: who floods is held back, and nobody else notices. */
const STORED_AS: Partial<Record<LimitName, string>> = { mailsKept: 'mails' }

function reporting(engine: LimitStore, name: LimitName, limit: Limit, onRefusal: OnRefusal): StoredLimiter {
  const store = BY_NETWORK.has(name) ? storedNetworkLimiter : storedLimiter
  const counted = store(engine, STORED_AS[name] ?? name, limit, { isQuick: !IN_TRANSACTIONS.has(name) })
  return {
    ...counted,
    take: async (...asked) => {
      const wait = await counted.take(...asked)
      if (wait > 0) onRefusal(name, limit)
      return wait
    },
  }
}

/** Not worth a log line: somebody repeats a request within a minute. */
const UNLOGGED = new Set<LimitName>(['mailsOfKind'])

/** A log line for the operator when a limit refuses, at most once in the limit's own period. It names no address. */
function logOnce(log: Log): OnRefusal {
  const logged = new Map<LimitName, number>()
  return (name, { times, seconds }) => {
    const now = Date.now()
    if (UNLOGGED.has(name) || now - (logged.get(name) ?? Number.NEGATIVE_INFINITY) < seconds * 1000) return
    logged.set(name, now)
    log(words.log.authLimit(name, times, Math.ceil(seconds / 60)), 'warn')
  }
}

/** Counted in the database. `onRefusal` is called at every refusal, for counting; `log` gets a line now and then. */
export function authLimits(
  engine: LimitStore,
  { mailEvery, ...rates }: AuthRates,
  log: Log,
  onRefusal: (name: LimitName) => void,
): AuthLimits {
  const line = logOnce(log)
  const report: OnRefusal = (name, limit) => {
    line(name, limit)
    onRefusal(name)
  }
  const all: Record<LimitName, Limit> = {
    ...rates,
    mailsKept: rates.mails,
    mailsOfKind: mailEvery > 0 ? { times: 1, seconds: mailEvery } : { times: 1_000_000, seconds: 1 },
  }
  const limiters = Object.entries(all) as [LimitName, Limit][]
  const made = limiters.map(([name, limit]) => [name, reporting(engine, name, limit, report)])
  return {
    ...(Object.fromEntries(made) as Record<LimitName, StoredLimiter>),
    mailEvery,
    asked: {
      near: storedLimiter(engine, 'asked near', { times: 1, seconds: DAY }),
      range: storedLimiter(engine, 'asked in range', { times: 1, seconds: DAY }),
    },
    counts: rates,
    refused: (name) => report(name, rates[name]),
  }
}

/**
 * Checks a guessable secret (password, code). The attempt is counted before the check, so that concurrent attempts
 * cannot exceed the limit; a correct one, or one that was never compared, is refunded. Fails with 429 and the time to
 * wait.
 */
export async function guessed<T>(
  limit: StoredLimiter,
  key: string,
  attempt: () => Promise<T>,
  isRight: (result: T) => boolean,
): Promise<T> {
  const wait = await limit.take(key)
  if (wait > 0) throw tooMany(wait)
  let result: T
  try {
    result = await attempt()
  } catch (error) {
    await limit.giveBack(key)
    throw error
  }
  if (isRight(result)) await limit.giveBack(key)
  return result
}

/** Follows a link of a mail, by `follow`, whose answer is undefined when there is no such link. */
export async function guessedLink<T>(
  limits: AuthLimits,
  network: string,
  follow: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const result = await guessed(limits.wrongLinks, network, follow, (found) => found !== undefined)
  if (result === undefined) await limits.allWrongLinks.take('all')
  return result
}
