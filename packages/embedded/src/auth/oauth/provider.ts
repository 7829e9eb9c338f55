import { SignJWT } from 'jose'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  ResponseBodyError,
} from 'openid-client'
import { AuthError } from '../auth-error.ts'
import {
  type AppleKey,
  type AppleOptions,
  ISSUERS,
  type OAuthOptions,
  type ProviderName,
  readAppleKey,
} from './options.ts'

/** Generated for each exchange; Apple allows up to six months. */
const LIFETIME_SECONDS = 300

/**
 * Apple's client secret: a JWT signed with the developer's key
 * (developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret).
 */
function appleSecret(key: AppleKey, clientId: string, audience: string, now: () => Date): () => Promise<string> {
  const privateKey = readAppleKey(key.privateKey)
  return () => {
    const issued = Math.floor(now().getTime() / 1000)
    return new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: key.keyId })
      .setIssuer(key.teamId)
      .setSubject(clientId)
      .setAudience(audience)
      .setIssuedAt(issued)
      .setExpirationTime(issued + LIFETIME_SECONDS)
      .sign(privateKey)
  }
}

/** Server-side secrets of one flow; both prove in the callback that it is the flow that was started. */
export type Secrets = { verifier: string; nonce: string }
type Beginning = Secrets & { state: string; scopes: readonly string[]; extra: Readonly<Record<string, string>> }

export type OAuthProvider = {
  name: ProviderName
  /** Returns the authorization URL. Throws ProviderAway. */
  begin(request: Beginning): Promise<string>
  /** Returns the claims of the ID token after checking signature, issuer, audience, times, state and nonce. */
  finish(answer: URLSearchParams, secrets: Secrets & { state: string }): Promise<Record<string, unknown>>
}

/** The provider is unreachable; a later attempt may succeed. */
export class ProviderAway extends AuthError {
  constructor(name: ProviderName, cause: unknown) {
    super(500, 'unexpected_failure', `Unable to reach external provider: ${name}`)
    this.name = 'ProviderAway'
    this.cause = cause
  }
}

const TIMEOUT_SECONDS = 10
const DISCOVERY_MS = 3_600_000

/**
 * GoTrue asks Google for email and profile, Apple for email and name; openid makes the response include an ID token.
 */
const SCOPES: Record<ProviderName, readonly string[]> = {
  google: ['openid', 'email', 'profile'],
  apple: ['openid', 'email', 'name'],
}

type Client = { name: ProviderName; clientId: string; issuer: string; secret: () => Promise<string>; now: () => Date }

/** The discovery document is fetched on demand and cached for an hour. Failures are not cached. */
function discovered({ name, clientId, issuer, secret, now }: Client): () => Promise<Configuration> {
  const server = new URL(issuer)
  const post: ClientAuth = async (_server, client, body) => {
    body.set('client_id', client.client_id)
    body.set('client_secret', await secret())
  }
  const execute = [enableNonRepudiationChecks, ...(server.protocol === 'http:' ? [allowInsecureRequests] : [])]
  let held: { configuration: Configuration; at: number } | undefined
  return async () => {
    if (held && now().getTime() - held.at < DISCOVERY_MS) return held.configuration
    try {
      const configuration = await discovery(server, clientId, undefined, post, { execute, timeout: TIMEOUT_SECONDS })
      held = { configuration, at: now().getTime() }
      return configuration
    } catch (error) {
      throw new ProviderAway(name, error)
    }
  }
}

/** Logs the first four characters of the code, like GoTrue, without disclosing it. */
const exchangeFailed = (code: string | null) =>
  new AuthError(500, 'unexpected_failure', `Unable to exchange external code: ${(code ?? '').slice(0, 4)}`)
const profileFailed = () =>
  new AuthError(500, 'unexpected_failure', 'Error getting user profile from external provider')

/**
 * Network trouble is a TypeError of fetch or a timeout; ResponseBodyError is an error returned by the provider
 * (`invalid_grant`).
 */
function refusal(name: ProviderName, code: string | null, error: unknown): AuthError {
  if (error instanceof ResponseBodyError) return Object.assign(exchangeFailed(code), { cause: error })
  const timedOut = error instanceof Error && 'code' in error && error.code === 'OAUTH_TIMEOUT'
  if (timedOut || (error instanceof TypeError && error.message === 'fetch failed')) return new ProviderAway(name, error)
  return Object.assign(profileFailed(), { cause: error })
}

function openProvider(client: Client, callbackUrl: string): OAuthProvider {
  const { name } = client
  const configurationOf = discovered(client)
  return {
    name,
    begin: async ({ state, verifier, nonce, scopes, extra }) => {
      const configuration = await configurationOf()
      const pkce = configuration.serverMetadata().supportsPKCE()
      const url = buildAuthorizationUrl(configuration, {
        ...extra,
        redirect_uri: callbackUrl,
        scope: [...new Set([...SCOPES[name], ...scopes])].join(' '),
        state,
        nonce,
        // Apple returns name and e-mail address only by form post.
        ...(name === 'apple' ? { response_mode: 'form_post' } : {}),
        ...(pkce ? { code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' } : {}),
      })
      return url.href
    },
    finish: async (answer, { state, verifier, nonce }) => {
      const configuration = await configurationOf()
      const pkce = configuration.serverMetadata().supportsPKCE()
      const url = new URL(callbackUrl)
      for (const part of ['code', 'state', 'iss'])
        if (answer.has(part)) url.searchParams.set(part, answer.get(part) ?? '')
      try {
        const checks = { expectedState: state, expectedNonce: nonce, ...(pkce ? { pkceCodeVerifier: verifier } : {}) }
        const claims = (await authorizationCodeGrant(configuration, url, checks)).claims()
        if (!claims) throw profileFailed()
        return { ...claims }
      } catch (error) {
        throw error instanceof AuthError ? error : refusal(name, answer.get('code'), error)
      }
    },
  }
}

function appleSecretOf(options: AppleOptions, issuer: string, now: () => Date): () => Promise<string> {
  if ('clientSecret' in options) return async () => options.clientSecret
  return appleSecret(options, options.clientId, issuer, now)
}

/** The providers that are configured, by name. They are not contacted before the first sign-in. */
export function openProviders(
  { google, apple }: OAuthOptions,
  callbackUrl: string,
  now: () => Date,
): ReadonlyMap<string, OAuthProvider> {
  const providers = new Map<string, OAuthProvider>()
  if (google) {
    const issuer = google.issuer ?? ISSUERS.google
    const client = {
      name: 'google' as const,
      clientId: google.clientId,
      issuer,
      secret: async () => google.clientSecret,
      now,
    }
    providers.set('google', openProvider(client, callbackUrl))
  }
  if (apple) {
    const issuer = apple.issuer ?? ISSUERS.apple
    const secret = appleSecretOf(apple, issuer, now)
    providers.set('apple', openProvider({ name: 'apple', clientId: apple.clientId, issuer, secret, now }, callbackUrl))
  }
  return providers
}
