import { type AuthCall, type AuthContext, type AuthHandler, inAuth } from '../auth-context.ts'
import { AuthError } from '../auth-error.ts'
import { deliver } from '../links/send-link.ts'
import { issueSession } from '../sign-in/session-issue.ts'
import { linkExternal } from '../users/manual-linking.ts'
import { accountForExternal } from './oauth-account.ts'
import { appleName, type ExternalUser, externalUser } from './oauth-claims.ts'
import { endOAuthFlow, type Flow, issueOAuthCode, takeOAuthFlow } from './oauth-flow.ts'
import { codeTarget, errorTarget, ProviderRefusal, redirectable, sendTo, sessionTarget } from './oauth-redirect.ts'

/** Apple posts a form; Google redirects with a query. */
const answerOf = (call: AuthCall): URLSearchParams =>
  call.request.method === 'POST'
    ? new URLSearchParams(Object.entries(call.body).map(([name, value]) => [name, String(value)]))
    : call.url.searchParams

/** Turns the provider's answer into a person, outside every transaction: it may take seconds. */
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

/** Where the person goes now, with a code or, without PKCE, with the session itself. */
async function signIn(context: AuthContext, call: AuthCall, flow: Flow, external: ExternalUser): Promise<string> {
  const outcome = await inAuth(context, async (session) => {
    const account = flow.linkingTarget
      ? await linkExternal(context, session, flow.linkingTarget, flow.provider, external)
      : await accountForExternal(context, session, flow.provider, external, flow.redirectTo)
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

/** Names what failed without anything a person sent. */
function note(context: AuthContext, flow: Flow, error: AuthError | ProviderRefusal): void {
  if (!(error instanceof AuthError) || error.status < 500) return
  const { cause } = error
  const reason = cause instanceof Error ? ('code' in cause && String(cause.code)) || cause.name : error.code
  context.log(`Anmeldung über ${flow.provider}: ${error.message} (${reason})`)
}

/**
 * `GET` and `POST /callback` (internal/api/external.go, ExternalProviderCallback): always a redirect. Without a valid
 * state nobody knows where to, so it leads to the site itself.
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
