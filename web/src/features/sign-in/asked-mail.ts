import { storageKeys } from '@hot/domain/privacy/storage-keys'

const { askedMail: storageKey } = storageKeys
/** How long links in mails are valid. */
const validMs = 3_600_000

type AskedMail = {
  email: string
  until: number
  /** The PKCE verifier of a sign-up: shows the server that its password was typed in this browser. */
  verifier?: string
}

const normal = (email: string) => email.trim().toLowerCase()

function store(asked: AskedMail): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(asked))
  } catch {
    // Storage is blocked or full: the link then needs a confirmation.
  }
}

/** What is stored and still valid. */
function stored(now: number): AskedMail | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    if (typeof value !== 'object' || value === null) return null
    const [email, until, verifier] = ['email', 'until', 'verifier'].map((name): unknown => Reflect.get(value, name))
    if (typeof email !== 'string' || typeof until !== 'number' || until <= now) return null
    return { email, until, ...(typeof verifier === 'string' ? { verifier } : {}) }
  } catch {
    return null
  }
}

/**
 * Stores the address to which this browser has requested a link: that link then signs in without a confirmation. Another
 * mail to the same address leaves the sign-up's verifier as it is.
 */
export function rememberAskedMail(email: string, now = Date.now()): void {
  const before = stored(now)
  const verifier = before?.email === normal(email) ? before.verifier : undefined
  store({ email: normal(email), until: now + validMs, ...(verifier ? { verifier } : {}) })
}

/** Stores the verifier of a sign-up beside its address. */
export function rememberSignUp(email: string, verifier: string | null, now = Date.now()): void {
  store({ email: normal(email), until: now + validMs, ...(verifier ? { verifier } : {}) })
}

/** The verifier of the sign-up that this browser sent last, within the hour. */
export const signUpVerifier = (now = Date.now()): string | undefined => stored(now)?.verifier

/**
 * Whether this browser has requested a link to the address in the last hour. True only once, because a link is used
 * once.
 */
export function takeAskedMail(email: string, now = Date.now()): boolean {
  if (stored(now)?.email !== normal(email)) return false
  try {
    localStorage.removeItem(storageKey)
  } catch {
    // Storage is blocked: it holds nothing.
  }
  return true
}
