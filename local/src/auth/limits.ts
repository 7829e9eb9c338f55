import { type Limit, type Limiter, limiter } from '../rate-limit.ts'

/** How often. Defaults as GoTrue's (internal/conf/configuration.go), sign-in as docs of this project ask. */
export type AuthRates = {
  /** Signup, recover, resend, user changes: per address (GOTRUE_RATE_LIMIT_OTP). */
  forms: Limit
  /** Every grant of /token: per address (GOTRUE_RATE_LIMIT_TOKEN_REFRESH). */
  token: Limit
  /** /verify: per address (GOTRUE_RATE_LIMIT_VERIFY). */
  verify: Limit
  /** Wrong passwords: per account. */
  wrongPasswords: Limit
  /** Mails of the whole installation (GOTRUE_RATE_LIMIT_EMAIL_SENT). */
  mails: Limit
  /** Seconds between two mails of one kind to one account (GOTRUE_SMTP_MAX_FREQUENCY). */
  mailEvery: number
}

const FIVE_MINUTES = 300
const HOUR = 3600

export const GOTRUE_RATES: AuthRates = {
  forms: { times: 30, seconds: FIVE_MINUTES },
  token: { times: 150, seconds: FIVE_MINUTES },
  verify: { times: 30, seconds: FIVE_MINUTES },
  wrongPasswords: { times: 25, seconds: HOUR },
  mails: { times: 30, seconds: HOUR },
  mailEvery: 60,
}

export type AuthLimits = Record<Exclude<keyof AuthRates, 'mailEvery'>, Limiter> & { mailEvery: number }

export function authLimits(rates: AuthRates): AuthLimits {
  return {
    forms: limiter(rates.forms),
    token: limiter(rates.token),
    verify: limiter(rates.verify),
    wrongPasswords: limiter(rates.wrongPasswords),
    mails: limiter(rates.mails),
    mailEvery: rates.mailEvery,
  }
}
