import type { AuthHandler } from './auth-context.ts'

/** Providers GoTrue lists in `/settings`; clients look up the enabled ones there. */
export const PROVIDERS = [
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'kakao',
  'keycloak',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'slack',
  'slack_oidc',
  'spotify',
  'twitch',
  'twitter',
  'workos',
  'zoom',
]

/** `GET /settings` (internal/api/settings.go). */
export const settings: AuthHandler = async (context) =>
  Response.json({
    external: {
      anonymous_users: false,
      ...Object.fromEntries(PROVIDERS.map((provider) => [provider, context.providers.has(provider)])),
      email: true,
      phone: false,
    },
    disable_signup: false,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    passkeys_enabled: context.relyingParty !== undefined,
  })

/** `GET /.well-known/jwks.json`: the public half of the signing key (internal/api/jwks.go). */
export const jwks: AuthHandler = async (context) =>
  Response.json(context.keys.jwks, { headers: { 'cache-control': 'public, max-age=600' } })

export const health: AuthHandler = async () =>
  Response.json({ name: 'GoTrue', description: 'GoTrue is a user registration and authentication API' })
