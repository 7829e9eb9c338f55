import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { OAuthOptions } from '@hot/embedded/auth/oauth/options'
import { exportJWK, generateKeyPair } from 'jose'
import { type Configuration, interactionPolicy, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import { escapeHtml, signInPage } from './openid-page.ts'
import { openPeople, subjectOf } from './openid-people.ts'

const GOOGLE = { clientId: 'google-client', clientSecret: 'google-secret' }
const APPLE = { clientId: 'apple-client', clientSecret: 'apple-secret' }

/** A real OpenID provider in this process, with one client that stands for Google and one for Apple. */
export type OpenIdProvider = {
  issuer: string
  /** What the backend must be told to use it. */
  oauth: Required<OAuthOptions>
  close(): Promise<void>
}

type Options = {
  /** Origins of the sites that may use it. */
  sites: readonly string[]
  /** 0 takes a free one. */
  port?: number
  /** Whether Apple's client secret is right; default: it is the one of `oauth`. */
  appleSecret?: (secret: string) => boolean | Promise<boolean>
}

function clientOf({ clientId, clientSecret }: typeof GOOGLE, sites: readonly string[]) {
  return {
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uris: sites.map((site) => `${site}/auth/v1/callback`),
    token_endpoint_auth_method: 'client_secret_post' as const,
  }
}

/** Google asks who you are each time it is told to; here both do, so that every sign-in may be somebody else. */
function policy() {
  const { Check, Prompt, base } = interactionPolicy
  const prompts = base()
  prompts
    .get('login')
    ?.checks.add(new Check('everybody_is_asked', 'who it is this time', (ctx) => !ctx.oidc.result?.login))
  prompts.add(new Prompt({ name: 'select_account', requestable: true }))
  return prompts
}

async function configurationOf(options: Options, people: ReturnType<typeof openPeople>): Promise<Configuration> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return {
    clients: [clientOf(GOOGLE, options.sites), clientOf(APPLE, options.sites)],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'test' }] },
    cookies: { keys: ['not a secret'] },
    scopes: ['openid', 'email', 'profile', 'name'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    // Google and Apple put them into the ID token.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}`, policy: policy() },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    findAccount: (_ctx, subject) => people.find(subject),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId })
      grant.addOIDCScope('openid email profile name')
      await grant.save()
      return grant
    },
  }
}

/** Apple posts the name beside the code, unsigned, and only the first time. */
function addAppleName(ctx: KoaContextWithOIDC, people: ReturnType<typeof openPeople>): void {
  const subject = ctx.oidc?.session?.accountId
  if (ctx.oidc?.client?.clientId !== APPLE.clientId || !subject || typeof ctx.body !== 'string') return
  if (!ctx.body.includes('name="code"')) return
  const [firstName = '', ...rest] = (people.nameFor(APPLE.clientId, subject) ?? '').split(' ')
  if (firstName === '') return
  const user = escapeHtml(JSON.stringify({ name: { firstName, lastName: rest.join(' ') } }))
  ctx.body = ctx.body.replace('</form>', `<input type="hidden" name="user" value="${user}"/></form>`)
}

async function fieldsOf(request: IncomingMessage): Promise<URLSearchParams> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return new URLSearchParams(Buffer.concat(parts).toString('utf8'))
}

async function interact(
  provider: Provider,
  people: ReturnType<typeof openPeople>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { params } = await provider.interactionDetails(request, response)
  if (request.method !== 'POST') {
    const client = params.client_id === APPLE.clientId ? 'Apple' : 'Google'
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    return void response.end(signInPage(request.url ?? '', client))
  }
  const fields = await fieldsOf(request)
  const email = fields.get('email') ?? ''
  if (fields.get('choice') === 'cancel' || email === '')
    return provider.interactionFinished(request, response, {
      error: 'access_denied',
      error_description: 'The person said no.',
    })
  const subject = fields.get('subject') || subjectOf(email)
  people.remember({ email, verified: fields.get('verified') === 'yes', name: fields.get('name') ?? '', subject })
  return provider.interactionFinished(request, response, { login: { accountId: subject }, select_account: {} })
}

const listen = (server: Server, port: number) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })

/** Starts it on the loopback interface. */
export async function startOpenIdProvider(options: Options): Promise<OpenIdProvider> {
  const people = openPeople()
  const server = createServer()
  const issuer = `http://127.0.0.1:${await listen(server, options.port ?? 0)}`
  const provider = new Provider(issuer, await configurationOf(options, people))
  const { appleSecret } = options
  if (appleSecret)
    provider.Client.prototype.compareClientSecret = function (actual: string) {
      return this.clientId === APPLE.clientId ? appleSecret(actual) : actual === this.clientSecret
    }
  provider.use(async (ctx, next) => {
    await next()
    addAppleName(ctx as KoaContextWithOIDC, people)
  })
  const answer = provider.callback()
  server.on('request', (request, response) => {
    // Browsers request it automatically, and journeys count missing files.
    if (request.url === '/favicon.ico') return void response.writeHead(204).end()
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response)
    interact(provider, people, request, response).catch((error: unknown) => {
      response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' })
      response.end(error instanceof Error ? error.message : 'unknown')
    })
  })
  return {
    issuer,
    oauth: { google: { ...GOOGLE, issuer }, apple: { ...APPLE, issuer } },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
