import { stopAddressChange } from '#web/lib/auth/session/address-change.ts'
import { type AuthClient, separateClient } from '#web/lib/auth/session/auth-client.ts'
import { serverNow } from '#web/platform/device/server-clock.ts'
import { type NextStep, nextStep, openClient } from '../api.ts'
import { signUpVerifier, takeAskedMail } from '../asked-mail.ts'
import { failureOf } from '../sign-in-error.ts'
import { type CallbackTrouble, callbackTrouble, type MailLinkType, mailLinkTypes } from './callback-error.ts'

/** What `/auth/callback` receives from a provider or by a link in a mail. */
type CallbackLink =
  | { kind: 'nothing' }
  /** PKCE: the code is exchanged together with the verifier, which only the requesting browser has. */
  | { kind: 'code'; code: string }
  /** From our mails: works in any browser, and only once somebody has pressed. `stops`: a change of address. */
  | { kind: 'token'; tokenHash: string; type: MailLinkType; stops: boolean }
  /** GoTrue's implicit flow, for links requested without PKCE (a resent mail, an admin's invitation). */
  | { kind: 'session'; accessToken: string; refreshToken: string; type: MailLinkType | null }
  /** Says that something has happened, which anybody can write into an address. */
  | { kind: 'unproven' }
  | { kind: 'error'; code: string; description: string }
  /** Not from a link: a new password was due when the page was left or reloaded (`keepOutcome`). */
  | { kind: 'new-password'; userId: string; because: NewPasswordReason }

/** `elsewhere`: the address is confirmed, and the password of the sign-up does not count. */
type NewPasswordReason = 'asked' | 'elsewhere'

const asType = (value: string | null): MailLinkType | null => mailLinkTypes.find((type) => type === value) ?? null

/** OAuth's error for an unavailable provider (RFC 6749 §4.1.2.1). */
const unreachable = 'temporarily_unavailable'

/** Longer values are ignored, because anyone can craft a URL (characters). */
const maxLength = 4096

/**
 * Reads query and hash. GoTrue puts errors into both, sessions into the hash and codes into the query
 * (supabase/auth, internal/api/verify.go, prepRedirectURL); an error wins over everything else.
 */
export function readCallback({ search, hash }: { search: string; hash: string }): CallbackLink {
  const query = new URLSearchParams(search)
  const fragment = new URLSearchParams(hash.replace(/^#/, ''))
  const read = (name: string): string => {
    const value = query.get(name) ?? fragment.get(name) ?? ''
    return value.length > maxLength ? '' : value
  }
  if (read('error') || read('error_code') || read('error_description')) {
    // GoTrue's codes are more specific than OAuth's errors, but it has none for an unavailable provider.
    const code = read('error') === unreachable ? unreachable : read('error_code') || read('error')
    return { kind: 'error', code, description: read('error_description') }
  }
  if (read('code')) return { kind: 'code', code: read('code') }
  const type = asType(read('type'))
  if (read('token_hash') && type)
    return {
      kind: 'token',
      tokenHash: read('token_hash'),
      type,
      stops: type === 'email_change' && read('act') === 'stop',
    }
  // Sessions are accepted in the hash only: a query is sent to the server and logged.
  const [accessToken, refreshToken] = [fragment.get('access_token'), fragment.get('refresh_token')]
  if (accessToken && refreshToken) return { kind: 'session', accessToken, refreshToken, type }
  return read('message') ? { kind: 'unproven' } : { kind: 'nothing' }
}

const stateKey = 'hotMailLink'

/**
 * Takes the parameters out of the address, so that they get into no history, screenshot or referrer. A mailed link that
 * waits for a press, and a new password that is due, are kept beside the entry of the history, where a reload finds them.
 */
export function keepLink(link: CallbackLink): void {
  const { [stateKey]: _, ...state }: Record<string, unknown> = { ...window.history.state }
  const lasts = link.kind === 'token' || link.kind === 'new-password'
  window.history.replaceState(lasts ? { ...state, [stateKey]: link } : state, '', window.location.pathname)
}

/**
 * Keeps what a reload has to find again: the link is used up, and whoever forgot the old password cannot do without the
 * form for the new one. Phones reload a page that lay in the background.
 */
export function keepOutcome(outcome: CallbackOutcome): void {
  if (outcome.kind === 'press') return
  const { kind } = outcome
  keepLink(
    kind === 'recovery'
      ? { kind: 'new-password', userId: outcome.userId, because: outcome.because }
      : { kind: 'nothing' },
  )
}

/** The link that `keepLink` has kept. */
export function keptLink(): CallbackLink {
  const kept: unknown = Reflect.get(Object(window.history.state), stateKey)
  if (typeof kept !== 'object' || kept === null) return { kind: 'nothing' }
  const [userId, because] = ['userId', 'because'].map((name): unknown => Reflect.get(kept, name))
  if (typeof userId === 'string')
    return { kind: 'new-password', userId, because: because === 'elsewhere' ? 'elsewhere' : 'asked' }
  const [tokenHash, type, stops] = ['tokenHash', 'type', 'stops'].map((name): unknown => Reflect.get(kept, name))
  const known = asType(typeof type === 'string' ? type : null)
  if (typeof tokenHash !== 'string' || !known) return { kind: 'nothing' }
  return { kind: 'token', tokenHash, type: known, stops: stops === true }
}

export type CallbackOutcome =
  | { kind: 'nothing' }
  /** `fresh`: the account has just been confirmed. */
  | { kind: 'signed-in'; step: NextStep; fresh: boolean }
  | { kind: 'email-changed' }
  | { kind: 'recovery'; step: NextStep; userId: string; email: string; because: NewPasswordReason }
  /** The address is confirmed, but the link does not sign in. */
  | { kind: 'confirmed' }
  | { kind: 'half-done' }
  | { kind: 'unproven' }
  /** A change of address was stopped. `everywhere`: and every session of the account has ended. */
  | { kind: 'stopped'; everywhere: boolean }
  /** A mailed link, which does nothing until somebody presses. */
  | { kind: 'press'; type: MailLinkType; stops: boolean; act: (stop: boolean) => Promise<CallbackOutcome> }
  /** The link signs in to an account for which this browser has not requested one. */
  | {
      kind: 'ask'
      type: MailLinkType
      email: string
      accept: () => Promise<CallbackOutcome>
      refuse: () => Promise<void>
    }
  /** `again`: nothing was used up, and the same press may work later. */
  | { kind: 'trouble'; trouble: CallbackTrouble; again: boolean }

/** Whether a password has to be set: it was forgotten, or the team has created the account and invited its owner. */
const needsPassword = (type: MailLinkType) => type === 'recovery' || type === 'invite'

/** An answer of `/verify` that says the account has no password (packages/embedded, README). */
const lacksPassword = (session: object) => Reflect.get(session, 'password_missing') === true

type User = { id: string; email?: string; email_confirmed_at?: string }

const freshMs = 60_000
const isFresh = ({ email_confirmed_at }: User) =>
  email_confirmed_at !== undefined && Math.abs(serverNow() - Date.parse(email_confirmed_at)) < freshMs

/**
 * Processes the link. Call it once: codes and tokens are single-use. A mailed link is only read: programs that look into
 * mails open it as well, scripts included. Never rejects.
 */
export async function finishCallback(link: CallbackLink): Promise<CallbackOutcome> {
  if (link.kind === 'nothing' || link.kind === 'unproven') return link
  if (link.kind === 'token')
    return {
      kind: 'press',
      type: link.type,
      stops: link.stops,
      act: (stop) =>
        orTrouble(async () => (stop ? stopChange(link.tokenHash) : proveToken(await openClient(), link)), link.type),
    }
  if (link.kind === 'error')
    return { kind: 'trouble', trouble: callbackTrouble({ code: link.code, message: link.description }), again: false }
  return orTrouble(async () => {
    const client = await openClient()
    if (link.kind === 'new-password') return stillDue(client, link)
    if (link.kind === 'code') return exchange(client, link.code)
    return takeSession(client, link)
  })
}

/** The form for a new password, if the account is still signed in here. */
async function stillDue(
  client: AuthClient,
  { userId, because }: Extract<CallbackLink, { kind: 'new-password' }>,
): Promise<CallbackOutcome> {
  const user = (await client.getSession()).data.session?.user
  if (user?.id !== userId) return { kind: 'nothing' }
  return { kind: 'recovery', step: await nextStep(), userId, email: user.email ?? '', because }
}

async function orTrouble(work: () => Promise<CallbackOutcome>, type?: MailLinkType): Promise<CallbackOutcome> {
  try {
    return await work()
  } catch (error) {
    const { status } = failureOf(error)
    return {
      kind: 'trouble',
      trouble: callbackTrouble(error, type),
      again: status === 0 || status === 429 || status >= 500,
    }
  }
}

async function exchange(client: AuthClient, code: string): Promise<CallbackOutcome> {
  const before = (await client.getSession()).data.session?.user
  const { data, error } = await client.exchangeCodeForSession(code)
  if (error) throw error
  // auth-js stores the purpose of the code beside the verifier.
  const { user, redirectType } = data as typeof data & { redirectType?: string | null }
  return signedInOutcome(user, redirectType === 'recovery', before)
}

async function stopChange(tokenHash: string): Promise<CallbackOutcome> {
  return { kind: 'stopped', everywhere: await stopAddressChange(tokenHash) }
}

/**
 * Anyone can send somebody a link to their own account, in order to read what is written there. So the token is
 * verified in a separate client. This browser takes the session over at once only if it has requested a link to that
 * address or is signed in to that account already; otherwise the person is asked.
 */
async function proveToken(
  client: AuthClient,
  { tokenHash, type }: Extract<CallbackLink, { kind: 'token' }>,
): Promise<CallbackOutcome> {
  const before = (await client.getSession()).data.session?.user
  const separate = await separateClient()
  const verifier = signUpVerifier()
  const proof = { token_hash: tokenHash, type, ...(verifier ? { code_verifier: verifier } : {}) }
  const { data, error } = await separate.verifyOtp(proof)
  if (error) throw error
  const { session, user } = data
  if (!session || !user) return { kind: type === 'email_change' ? 'half-done' : 'confirmed' }
  const email = user.email ?? ''
  // Whoever signed up may have been somebody else: without the browser of the sign-up its password is not the owner's.
  const isElsewhere = type === 'signup' && (lacksPassword(session) || !verifier)
  const accept = async (): Promise<CallbackOutcome> => {
    const { access_token, refresh_token } = session
    const result = await client.setSession({ access_token, refresh_token })
    if (result.error) throw result.error
    if (isElsewhere) return { kind: 'recovery', step: await nextStep(), userId: user.id, email, because: 'elsewhere' }
    return signedInOutcome(user, needsPassword(type), before)
  }
  if (before?.id === user.id || takeAskedMail(email)) return accept()
  // If the session cannot be ended, it expires by itself; it is not stored on this device.
  const refuse = () =>
    separate.signOut({ scope: 'local' }).then(
      () => {},
      () => {},
    )
  return { kind: 'ask', type, email, accept: () => orTrouble(accept), refuse }
}

/**
 * A session in the URL need not have been requested by this browser, because anyone can send such a link to somebody.
 * It is accepted only for setting a new password, where the form names the account; nothing is said about others, which
 * anybody can write.
 */
async function takeSession(
  client: AuthClient,
  { accessToken, refreshToken, type }: Extract<CallbackLink, { kind: 'session' }>,
): Promise<CallbackOutcome> {
  if (type && needsPassword(type)) {
    const { data, error } = await client.setSession({ access_token: accessToken, refresh_token: refreshToken })
    if (error) throw error
    if (!data.user) throw new Error('no user')
    const { id: userId, email = '' } = data.user
    return { kind: 'recovery', step: await nextStep(), userId, email, because: 'asked' }
  }
  // The session is not needed; if it cannot be ended, it expires by itself.
  await client.admin.signOut(accessToken, 'local').catch(() => {})
  // The address may be another one now, if it was a link of a change.
  if (type === 'email_change') await client.refreshSession()
  return { kind: 'unproven' }
}

async function signedInOutcome(user: User, recovery: boolean, before: User | undefined): Promise<CallbackOutcome> {
  const step = await nextStep()
  if (recovery) return { kind: 'recovery', step, userId: user.id, email: user.email ?? '', because: 'asked' }
  if (before?.id === user.id && before.email !== user.email) return { kind: 'email-changed' }
  return { kind: 'signed-in', step, fresh: isFresh(user) }
}
