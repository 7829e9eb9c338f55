import { record } from '../auth-context.ts'
import type { ExternalUser } from '../users/identities.ts'
import type { ProviderName } from './options.ts'

type Claims = Readonly<Record<string, unknown>>

const MAX_NAME = 200
const MAX_TEXT = 500

const textOf = (claims: Claims, name: string, max = MAX_TEXT): string => {
  const value = claims[name]
  return typeof value === 'string' ? value.trim().slice(0, max) : ''
}

/** Apple sometimes sends booleans as strings. */
const isTrue = (value: unknown) => value === true || value === 'true'

const address = (claims: Claims): string => {
  const email = textOf(claims, 'email', 256).toLowerCase()
  return email.length <= 255 && /^[^\s@]+@[^\s@]+$/.test(email) ? email : ''
}

const picture = (claims: Claims): string => {
  const url = textOf(claims, 'picture')
  return URL.canParse(url) && new URL(url).protocol === 'https:' ? url : ''
}

/** Provider-specific claims (internal/api/provider/oidc.go). */
function customClaims(provider: ProviderName, claims: Claims): Record<string, unknown> {
  if (provider === 'google') return textOf(claims, 'hd') ? { hd: textOf(claims, 'hd') } : {}
  return {
    ...(claims.is_private_email === undefined ? {} : { is_private_email: isTrue(claims.is_private_email) }),
    ...(typeof claims.auth_time === 'number' ? { auth_time: claims.auth_time } : {}),
  }
}

/** Apple sends the name next to the code in a form field, only on first sign-in. It is unsigned and proves nothing. */
export function appleName(field: string | null): string {
  if (!field) return ''
  try {
    const name = record(record(JSON.parse(field)).name)
    return `${textOf(name, 'firstName', MAX_NAME)} ${textOf(name, 'lastName', MAX_NAME)}`.trim().slice(0, MAX_NAME)
  } catch {
    return '' // an unreadable name must not fail the sign-in
  }
}

const filled = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))

/**
 * The identity data GoTrue stores from an ID token (internal/api/provider/provider.go, Claims; oidc.go). Unlike in
 * GoTrue, `email_verified: false` from Apple is respected: managed Apple accounts can have unverified addresses.
 */
export function externalUser(provider: ProviderName, claims: Claims, firstName = ''): ExternalUser {
  const subject = textOf(claims, 'sub')
  const email = address(claims)
  const verified = email !== '' && isTrue(claims.email_verified)
  const name = textOf(claims, 'name', MAX_NAME) || firstName
  const custom = customClaims(provider, claims)
  return {
    subject,
    email,
    verified,
    data: {
      ...filled({
        iss: textOf(claims, 'iss'),
        sub: subject,
        name,
        picture: picture(claims),
        email,
        full_name: name,
        avatar_url: picture(claims),
        provider_id: subject,
      }),
      email_verified: verified,
      phone_verified: false,
      ...(Object.keys(custom).length > 0 ? { custom_claims: custom } : {}),
    },
  }
}
