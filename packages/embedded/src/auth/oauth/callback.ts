import { randomUUID } from 'node:crypto'
import { isPgError, type Session } from '../../database/engine.ts'
import { levelOfStatus } from '../../log.ts'
import type { OutgoingMail } from '../../mailbox/mailbox.ts'
import { words } from '../../words.ts'
import { type AuthCall, type AuthContext, type AuthHandler, inAuth } from '../auth-context.ts'
import { AuthError } from '../auth-error.ts'
import { CONFIRMATION, checkFrequency, deliver, prepareLink } from '../mails/link-mails.ts'
import { askForMails } from '../mails/mail-limits.ts'
import { issueSession } from '../sessions/sessions.ts'
import {
  accountOfVerifiedAddress,
  addIdentity,
  addressInUse,
  confirmByProvider,
  type ExternalUser,
  lockAddress,
  lockIdentity,
  ownerOfIdentity,
  refreshIdentity,
  takeOverUnconfirmed,
  updateProviders,
} from '../users/identities.ts'
import type { UserRow } from '../users/user-row.ts'
import { isBanned, mergeMetadata, userById } from '../users/users.ts'
import { appleName, externalUser } from './claims.ts'
import { endOAuthFlow, type Flow, issueOAuthCode, takeOAuthFlow } from './flow.ts'
import { storePendingLink } from './pending-link.ts'
import { codeTarget, errorTarget, ProviderRefusal, redirectable, sendTo, sessionTarget } from './redirects.ts'

/**
 * `refusal`: the transaction is committed and the mails are sent before the error is returned (GoTrue's
 * NewCommitWithError).
 */
type AccountOutcome = { userId: string } | { refusal: AuthError; mails: OutgoingMail[] }

const needsVerification = (provider: string, hint: string) =>
  new AuthError(422, 'provider_email_needs_verification', `Unverified email with ${provider}. ${hint}`)

async function createAccount(session: Session, provider: string, external: ExternalUser): Promise<string> {
  const id = randomUUID()
  const app = { provider, providers: [provider] }
  try {
    await session.query(
      `insert into auth.users (instance_id, id, aud, role, email, raw_app_meta_data, raw_user_meta_data,
         confirmation_token, recovery_token, email_change, email_change_token_new, created_at, updated_at)
       values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', $2, $3, $4, '', '', '', '', now(), now())`,
      [id, external.email, JSON.stringify(app), JSON.stringify(external.data)],
    )
  } catch (error) {
    if (!isPgError(error)) throw error
    throw Object.assign(new AuthError(500, 'unexpected_failure', 'Database error saving new user'), { cause: error })
  }
  return id
}

/** The account for a new identity: the one that owns the verified address, or a new one. */
async function joinOrCreate(session: Session, provider: string, external: ExternalUser): Promise<string> {
  const { email, verified } = external
  if (email === '') throw new AuthError(500, 'unexpected_failure', 'Error getting user email from external provider')
  await lockAddress(session, email)
  // GoTrue would create an account without an address here, which is unusable and causes conflicts later.
  if (!verified && (await addressInUse(session, email)))
    throw needsVerification(provider, `Verify the email with ${provider} in order to sign in`)
  const known = verified ? await accountOfVerifiedAddress(session, email) : undefined
  const userId = known ?? (await createAccount(session, provider, external))
  await addIdentity(session, userId, provider, external)
  return userId
}

/** Mails a confirmation link for an address that the provider has not verified. */
async function askForProof(
  context: AuthContext,
  call: AuthCall,
  session: Session,
  user: UserRow,
  provider: string,
  redirectTo: string,
): Promise<AccountOutcome> {
  checkFrequency(context, user, CONFIRMATION)
  const to = user.email ?? ''
  await askForMails(context, call, { kind: 'signup', to: [to], isStranger: true, within: session })
  const link = { kind: CONFIRMATION, type: 'signup', to, redirectTo, pkce: false } as const
  const mail = await prepareLink(context, session, user, link)
  const hint = `A confirmation email has been sent to your ${provider} email`
  return { refusal: needsVerification(provider, hint), mails: [mail] }
}

/**
 * The account for a provider's user: by known identity, otherwise linked by verified address, otherwise new
 * (internal/api/external.go, createAccountFromExternalIdentity).
 */
async function accountForExternal(
  context: AuthContext,
  call: AuthCall,
  session: Session,
  provider: string,
  external: ExternalUser,
  redirectTo: string,
): Promise<AccountOutcome> {
  // Serializes concurrent callbacks for one person, so that the second one finds the first one's account.
  await lockIdentity(session, provider, external.subject)
  const owner = await ownerOfIdentity(session, provider, external.subject)
  const userId = owner ?? (await joinOrCreate(session, provider, external))
  if (owner) await refreshIdentity(session, provider, external)
  const user = await userById(session, userId)
  if (!user || user.deleted_at) throw new AuthError(403, 'user_not_found', 'User not found')
  if (isBanned(user, context.now())) throw new AuthError(403, 'user_banned', 'User is banned')
  if (user.email_confirmed_at) {
    await mergeMetadata(session, userId, 'raw_user_meta_data', external.data)
    await updateProviders(session, userId)
    return { userId }
  }
  await takeOverUnconfirmed(session, userId, provider, external)
  // Confirms only the exact address that the provider has verified.
  if (!external.verified || external.email !== user.email)
    return askForProof(context, call, session, user, provider, redirectTo)
  await confirmByProvider(session, userId)
  return { userId }
}

/** Apple posts a form; Google redirects with a query. */
const answerOf = (call: AuthCall): URLSearchParams =>
  call.request.method === 'POST'
    ? new URLSearchParams(Object.entries(call.body).map(([name, value]) => [name, String(value)]))
    : call.url.searchParams

/** Exchanges the provider's response for the user, outside any transaction, since it may take seconds. */
async function personOf(context: AuthContext, flow: Flow, answer: URLSearchParams): Promise<ExternalUser> {
  if (answer.get('error')) throw new ProviderRefusal(answer.get('error'), answer.get('error_description'))
  if (!answer.get('code'))
    throw new AuthError(400, 'bad_oauth_callback', 'OAuth callback with missing authorization code missing')
  const provider = context.providers.get(flow.provider)
  if (!provider)
    throw new AuthError(400, 'oauth_provider_not_supported', 'Unsupported provider: provider is not enabled')
  const claims = await provider.finish(answer, { state: flow.id, ...flow.secrets })
  const name = provider.name === 'apple' ? appleName(answer.get('user')) : ''
  return externalUser(provider.name, claims, name)
}

/** The redirect with a code or, without PKCE, with the session itself. */
async function signIn(context: AuthContext, call: AuthCall, flow: Flow, external: ExternalUser): Promise<string> {
  const outcome = await inAuth(context, async (session) => {
    if (flow.linkingTarget) {
      await storePendingLink(context, session, { ...flow, linkingTarget: flow.linkingTarget }, external)
      return codeTarget(await issueOAuthCode(session, flow, flow.linkingTarget), flow.redirectTo)
    }
    const account = await accountForExternal(context, call, session, flow.provider, external, flow.redirectTo)
    if ('refusal' in account) return account
    if (flow.pkce) return codeTarget(await issueOAuthCode(session, flow, account.userId), flow.redirectTo)
    const token = await issueSession(context, session, call, account.userId, 'oauth')
    await endOAuthFlow(session, flow)
    return sessionTarget(token, flow.redirectTo)
  })
  if (typeof outcome === 'string') return outcome
  await deliver(context, outcome.mails)
  throw outcome.refusal
}

/** Logs the failure without any user-supplied data. */
function note(context: AuthContext, flow: Flow, error: AuthError | ProviderRefusal): void {
  if (!(error instanceof AuthError) || error.status < 500) return
  const { cause } = error
  const reason = cause instanceof Error ? ('code' in cause && String(cause.code)) || cause.name : error.code
  context.log(words.log.authByProvider(flow.provider, error.message, reason), levelOfStatus(error.status))
}

/**
 * `GET` and `POST /callback` (internal/api/external.go, ExternalProviderCallback): always a redirect. Without a valid
 * state the target is unknown, so it leads to the site's root.
 */
export const callback: AuthHandler = async (context, call) => {
  const answer = answerOf(call)
  let flow: Flow
  try {
    flow = await inAuth(context, (session) => takeOAuthFlow(session, answer.get('state') ?? ''))
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    return sendTo(errorTarget(error, context.siteUrl, false), 303)
  }
  try {
    return sendTo(await signIn(context, call, flow, await personOf(context, flow, answer)))
  } catch (error) {
    const told = redirectable(error)
    note(context, flow, told)
    return sendTo(errorTarget(told, flow.redirectTo))
  }
}
