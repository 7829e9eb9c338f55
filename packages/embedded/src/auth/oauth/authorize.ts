import { randomUUID } from 'node:crypto'
import { randomNonce, randomPKCECodeVerifier } from 'openid-client'
import { words } from '../../words.ts'
import { type AuthCall, type AuthContext, type AuthHandler, inAuth } from '../auth-context.ts'
import { invalid } from '../auth-error.ts'
import { challengeOf } from '../challenge.ts'
import { redirectTarget } from '../mails/redirects.ts'
import { claimsOf, signedIn } from '../sessions/sessions.ts'
import { PROVIDERS } from '../settings.ts'
import { saveOAuthFlow } from './flow.ts'
import { type OAuthProvider, ProviderAway } from './provider.ts'
import { errorTarget, isAppLink, sendTo } from './redirects.ts'

/** Parameters set or consumed by us; all others are passed on to the provider (external.go, reservedOAuthParams). */
const RESERVED = new Set([
  'provider',
  'redirect_to',
  'scopes',
  'skip_http_redirect',
  'invite_token',
  'apikey',
  'client_id',
  'client_secret',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'request',
  'request_uri',
  'registration',
])

function providerOf(context: AuthContext, call: AuthCall): OAuthProvider {
  const name = (call.url.searchParams.get('provider') ?? '').toLowerCase()
  const provider = context.providers.get(name)
  if (provider) return provider
  const known = PROVIDERS.includes(name)
  throw invalid(`Unsupported provider: ${known ? 'provider is not enabled' : `Provider ${name} could not be found`}`)
}

/** Apple receives only the parameters it supports, as in GoTrue (provider/apple.go, AuthCodeURL). */
function wishesOf({ name }: OAuthProvider, query: URLSearchParams) {
  if (name === 'apple') return { scopes: [], extra: {} }
  return {
    scopes: (query.get('scopes') ?? '').split(/[\s,]+/).filter((scope) => /^[\w.:/-]{1,200}$/.test(scope)),
    extra: Object.fromEntries([...query].filter(([key]) => !RESERVED.has(key.toLowerCase()))),
  }
}

function targetOf(context: AuthContext, call: AuthCall): string {
  const wanted = call.url.searchParams.get('redirect_to')
  if (wanted && isAppLink(wanted, context.appScheme)) return wanted
  return redirectTarget(wanted, context.siteUrl)
}

/** The provider's authorization URL; the flow is stored until the callback, for at most five minutes. */
async function begin(
  context: AuthContext,
  call: AuthCall,
  redirectTo: string,
  linkingTarget?: string,
): Promise<string> {
  const provider = providerOf(context, call)
  const query = call.url.searchParams
  const challenge = challengeOf(Object.fromEntries(query))
  const id = randomUUID()
  const secrets = { verifier: randomPKCECodeVerifier(), nonce: randomNonce() }
  const location = await provider.begin({ state: id, ...secrets, ...wishesOf(provider, query) })
  await inAuth(context, (session) =>
    saveOAuthFlow(session, { id, provider: provider.name, redirectTo, secrets, challenge, linkingTarget }),
  )
  return location
}

/**
 * `GET /authorize` (internal/api/external.go, ExternalProviderRedirect). Invalid requests are answered as JSON, as in
 * GoTrue; when the provider is unreachable, the person is redirected back to the site instead.
 */
export const authorize: AuthHandler = async (context, call) => {
  const redirectTo = targetOf(context, call)
  try {
    return sendTo(await begin(context, call, redirectTo))
  } catch (error) {
    if (!(error instanceof ProviderAway)) throw error
    context.log(words.log.auth(error.message), 'error')
    return sendTo(errorTarget(error, redirectTo))
  }
}

/**
 * `GET /user/identities/authorize`: the same for linking another identity to a signed-in account (identity.go,
 * LinkIdentity). GoTrue links for clients without PKCE as well; their flow could be completed in another person's browser.
 */
export const authorizeLink: AuthHandler = async (context, call) => {
  const claims = await claimsOf(context, call)
  if (!challengeOf(Object.fromEntries(call.url.searchParams)))
    throw invalid('Linking an identity requires the PKCE flow: code_challenge and code_challenge_method')
  const { user } = await inAuth(context, (session) => signedIn(session, claims))
  const location = await begin(context, call, targetOf(context, call), user.id)
  return call.url.searchParams.get('skip_http_redirect') === 'true'
    ? Response.json({ url: location })
    : sendTo(location)
}
