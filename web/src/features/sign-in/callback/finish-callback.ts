import { type AuthClient, separateClient } from '#web/lib/auth/session/auth-client.ts'
import { type NextStep, nextStep, openClient } from '../api.ts'
import { takeAskedMail } from '../asked-mail.ts'
import { failureOf } from '../sign-in-error.ts'
import { type CallbackTrouble, callbackTrouble } from './callback-error.ts'

/** What `/auth/callback` receives, from a provider or from the link in a mail. */
type CallbackLink =
  | { kind: 'nothing' }
  /** PKCE: exchanged with the verifier that only the requesting browser has. */
  | { kind: 'code'; code: string }
  /** A mail template with `token_hash`; works in any browser. */
  | { kind: 'token'; tokenHash: string; type: MailLinkType }
  /** GoTrue's implicit flow, for links requested without PKCE (a resent mail, an admin's invitation). */
  | { kind: 'session'; accessToken: string; refreshToken: string; type: MailLinkType | null }
  /** One of the two addresses of an e-mail change is confirmed. */
  | { kind: 'half-done' }
  | { kind: 'error'; code: string; description: string }

const mailLinkTypes = ['signup', 'invite', 'magiclink', 'recovery', 'email_change', 'email'] as const
type MailLinkType = (typeof mailLinkTypes)[number]

const asType = (value: string | null): MailLinkType | null => mailLinkTypes.find((type) => type === value) ?? null

/** RFC 6749 §4.1.2.1. */
const unreachable = 'temporarily_unavailable'

/** Maximum accepted length: anyone can craft the URL. */
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
  // Sessions come in the hash only: a query would be sent to the server and logged.
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
  /** The link signs in to an account that this browser has not asked for. */
  | { kind: 'ask'; email: string; accept: () => Promise<CallbackOutcome>; refuse: () => Promise<void> }
  | { kind: 'trouble'; trouble: CallbackTrouble; offline: boolean }

/** The password was forgotten, or not set yet because the team created the account and invited its owner. */
const needsPassword = (type: string) => type === 'recovery' || type === 'invite'

type User = { id: string; email?: string; email_confirmed_at?: string }

const freshFor = 60_000
const isFresh = ({ email_confirmed_at }: User) =>
  email_confirmed_at !== undefined && Math.abs(Date.now() - Date.parse(email_confirmed_at)) < freshFor

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
  return arrived(user, redirectType === 'recovery', before)
}

/**
 * Anyone can send somebody the link of an account of their own, to be told what they write there. So the link is proven
 * beside this browser's session, which takes it over at once only if it has asked for a link to that address, or is
 * signed in to that account already.
 */
async function proveToken(
  client: AuthClient,
  { tokenHash, type }: Extract<CallbackLink, { kind: 'token' }>,
): Promise<CallbackOutcome> {
  const before = (await client.getSession()).data.session?.user
  const beside = await separateClient()
  const { data, error } = await beside.verifyOtp({ token_hash: tokenHash, type })
  if (error) throw error
  const { session, user } = data
  if (!session || !user) return { kind: type === 'email_change' ? 'half-done' : 'confirmed' }
  const accept = async (): Promise<CallbackOutcome> => {
    const { access_token, refresh_token } = session
    const taken = await client.setSession({ access_token, refresh_token })
    if (taken.error) throw taken.error
    return arrived(user, needsPassword(type), before)
  }
  const email = user.email ?? ''
  if (before?.id === user.id || takeAskedMail(email)) return accept()
  // A session that cannot be ended now expires by itself; nothing on this device knows it.
  const refuse = () =>
    beside.signOut({ scope: 'local' }).then(
      () => {},
      () => {},
    )
  return { kind: 'ask', email, accept: () => orTrouble(accept), refuse }
}

/**
 * A session in the URL was not requested by this browser, and anyone can send such a link to someone else.
 * It is accepted only for setting a new password, where the account is named.
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
  // Unused from now on; if this fails, it expires by itself.
  await client.admin.signOut(accessToken, 'local').catch(() => {})
  if (type !== 'email_change') return { kind: 'confirmed' }
  await client.refreshSession()
  return { kind: 'email-changed' }
}

async function arrived(user: User, recovery: boolean, before: User | undefined): Promise<CallbackOutcome> {
  const step = await nextStep()
  if (recovery) return { kind: 'recovery', step, email: user.email ?? '' }
  if (before?.id === user.id && before.email !== user.email) return { kind: 'email-changed' }
  return { kind: 'signed-in', step, fresh: isFresh(user) }
}
