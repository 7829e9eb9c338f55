import { type Limit, type Limiter, limiter } from '../gateway/callers.ts'
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
  /** Wrong passwords: per account. */
  wrongPasswords: Limit
  /** Wrong six-digit codes: per factor, and per account for codes of mails. GoTrue counts addresses only. */
  wrongCodes: Limit
  /** "User already registered": per IP address, to prevent checking a list of e-mail addresses for members. */
  knownAddresses: Limit
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
  wrongPasswords: { times: 25, seconds: HOUR },
  wrongCodes: { times: 10, seconds: FIFTEEN_MINUTES },
  knownAddresses: { times: 10, seconds: HOUR },
  mails: { times: 30, seconds: HOUR },
  mailEvery: 60,
}

export type AuthLimits = Record<Exclude<keyof AuthRates, 'mailEvery'>, Limiter> & { mailEvery: number }

export function authLimits(rates: AuthRates): AuthLimits {
  return {
    forms: limiter(rates.forms),
    token: limiter(rates.token),
    verify: limiter(rates.verify),
    factors: limiter(rates.factors),
    wrongPasswords: limiter(rates.wrongPasswords),
    wrongCodes: limiter(rates.wrongCodes),
    knownAddresses: limiter(rates.knownAddresses),
    mails: limiter(rates.mails),
    mailEvery: rates.mailEvery,
  }
}

/**
 * Checks a guessable secret (password, code). The attempt is counted before the check, so that concurrent attempts
 * cannot exceed the limit; a correct one, or one that was never compared, is refunded. Fails with 429 and the time to
 * wait.
 */
export async function guessed<T>(
  limit: Limiter,
  key: string,
  attempt: () => Promise<T>,
  isRight: (result: T) => boolean,
): Promise<T> {
  const wait = limit.take(key)
  if (wait > 0) throw tooMany(wait)
  try {
    const result = await attempt()
    if (isRight(result)) limit.giveBack(key)
    return result
  } catch (error) {
    limit.giveBack(key)
    throw error
  }
}
