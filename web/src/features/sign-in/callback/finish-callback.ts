import { type AuthClient, separateClient } from '#web/lib/auth/session/auth-client.ts'
import { type NextStep, nextStep, openClient } from '../api.ts'
import { takeAskedMail } from '../asked-mail.ts'
import { failureOf } from '../sign-in-error.ts'
import { type CallbackTrouble, callbackTrouble } from './callback-error.ts'

/** What `/auth/callback` receives from a provider or by a link in a mail. */
type CallbackLink =
  | { kind: 'nothing' }
  /** PKCE: the code is exchanged together with the verifier, which only the requesting browser has. */
  | { kind: 'code'; code: string }
  /** From a mail template with `token_hash`; works in any browser. */
  | { kind: 'token'; tokenHash: string; type: MailLinkType }
  /** GoTrue's implicit flow, for links requested without PKCE (a resent mail, an admin's invitation). */
  | { kind: 'session'; accessToken: string; refreshToken: string; type: MailLinkType | null }
  /** One of the two addresses of an e-mail change is confirmed. */
  | { kind: 'half-done' }
  | { kind: 'error'; code: string; description: string }

const mailLinkTypes = ['signup', 'invite', 'magiclink', 'recovery', 'email_change', 'email'] as const
type MailLinkType = (typeof mailLinkTypes)[number]

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
  if (read('token_hash') && type) return { kind: 'token', tokenHash: read('token_hash'), type }
  // Sessions are accepted in the hash only: a query is sent to the server and logged.
  const [accessToken, refreshToken] = [fragment.get('access_token'), fragment.get('refresh_token')]
  if (accessToken && refreshToken) return { kind: 'session', accessToken, refreshToken, type }
  return read('message') ? { kind: 'half-done' } : { kind: 'nothing' }
}

export type CallbackOutcome =
  | { kind: 'nothing' }
  /** `fresh`: the account has just been confirmed. */
  | { kind: 'signed-in'; step: NextStep; fresh: boolean }
  | { kind: 'email-changed' }
  | { kind: 'recovery'; step: NextStep; email: string }
  /** The address is confirmed, but the link does not sign in. */
  | { kind: 'confirmed' }
  | { kind: 'half-done' }
  /** The link signs in to an account for which this browser has not requested one. */
  | { kind: 'ask'; email: string; accept: () => Promise<CallbackOutcome>; refuse: () => Promise<void> }
  | { kind: 'trouble'; trouble: CallbackTrouble; offline: boolean }

/** Whether a password has to be set: it was forgotten, or the team has created the account and invited its owner. */
const needsPassword = (type: string) => type === 'recovery' || type === 'invite'

type User = { id: string; email?: string; email_confirmed_at?: string }

const freshMs = 60_000
const isFresh = ({ email_confirmed_at }: User) =>
  email_confirmed_at !== undefined && Math.abs(Date.now() - Date.parse(email_confirmed_at)) < freshMs

/** Processes the link. Call it once: codes and tokens are single-use. Never rejects. */
export async function finishCallback(link: CallbackLink): Promise<CallbackOutcome> {
  if (link.kind === 'nothing' || link.kind === 'half-done') return link
  if (link.kind === 'error')
    return { kind: 'trouble', trouble: callbackTrouble({ code: link.code, message: link.description }), offline: false }
  return orTrouble(async () => {
    const client = await openClient()
    if (link.kind === 'code') return exchange(client, link.code)
    if (link.kind === 'token') return proveToken(client, link)
    return takeSession(client, link)
  })
}

async function orTrouble(work: () => Promise<CallbackOutcome>): Promise<CallbackOutcome> {
  try {
    return await work()
  } catch (error) {
    return { kind: 'trouble', trouble: callbackTrouble(error), offline: failureOf(error).status === 0 }
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
  const { data, error } = await separate.verifyOtp({ token_hash: tokenHash, type })
  if (error) throw error
  const { session, user } = data
  if (!session || !user) return { kind: type === 'email_change' ? 'half-done' : 'confirmed' }
  const accept = async (): Promise<CallbackOutcome> => {
    const { access_token, refresh_token } = session
    const result = await client.setSession({ access_token, refresh_token })
    if (result.error) throw result.error
    return signedInOutcome(user, needsPassword(type), before)
  }
  const email = user.email ?? ''
  if (before?.id === user.id || takeAskedMail(email)) return accept()
  // If the session cannot be ended, it expires by itself; it is not stored on this device.
  const refuse = () =>
    separate.signOut({ scope: 'local' }).then(
      () => {},
      () => {},
    )
  return { kind: 'ask', email, accept: () => orTrouble(accept), refuse }
}

/**
 * A session in the URL need not have been requested by this browser, because anyone can send such a link to somebody.
 * It is accepted only for setting a new password, where the form names the account.
 */
async function takeSession(
  client: AuthClient,
  { accessToken, refreshToken, type }: Extract<CallbackLink, { kind: 'session' }>,
): Promise<CallbackOutcome> {
  if (type && needsPassword(type)) {
    const { data, error } = await client.setSession({ access_token: accessToken, refresh_token: refreshToken })
    if (error) throw error
    if (!data.user) throw new Error('no user')
    return { kind: 'recovery', step: await nextStep(), email: data.user.email ?? '' }
  }
  // The session is not needed; if it cannot be ended, it expires by itself.
  await client.admin.signOut(accessToken, 'local').catch(() => {})
  if (type !== 'email_change') return { kind: 'confirmed' }
  await client.refreshSession()
  return { kind: 'email-changed' }
}

async function signedInOutcome(user: User, recovery: boolean, before: User | undefined): Promise<CallbackOutcome> {
  const step = await nextStep()
  if (recovery) return { kind: 'recovery', step, email: user.email ?? '' }
  if (before?.id === user.id && before.email !== user.email) return { kind: 'email-changed' }
  return { kind: 'signed-in', step, fresh: isFresh(user) }
}
