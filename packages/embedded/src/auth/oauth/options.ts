import { createPrivateKey, type KeyObject } from 'node:crypto'

export type ProviderName = 'google' | 'apple'

type Client = {
  clientId: string
  /** Where the provider's discovery document is; default: the provider itself. Plain http on this machine only. */
  issuer?: string | undefined
}

type GoogleOptions = Client & { clientSecret: string }

/** Apple's secret is a JWT of at most six months: either made elsewhere, or made here from the developer's key. */
export type AppleKey = { teamId: string; keyId: string; privateKey: string }
export type AppleOptions = Client & ({ clientSecret: string } | AppleKey)

/** The providers that are on. */
export type OAuthOptions = { google?: GoogleOptions | undefined; apple?: AppleOptions | undefined }

/** As GoTrue has them (internal/api/provider/google.go and apple.go). */
export const ISSUERS: Record<ProviderName, string> = {
  google: 'https://accounts.google.com',
  apple: 'https://appleid.apple.com',
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Plain http is for a provider in the same machine: tests and journeys. */
export function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, search, hash, username } = new URL(text)
  if (search || hash || username) return false
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname))
}

/** A PEM as the environment holds it: with line breaks, or with `\n` in their place. */
export const readAppleKey = (text: string): KeyObject => createPrivateKey(text.replaceAll('\\n', '\n').trim())

/** Whether this is the P-256 key that Apple hands out as AuthKey_XXXXXXXXXX.p8. */
export function isAppleKey(text: string): boolean {
  try {
    const key = readAppleKey(text)
    return key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1'
  } catch {
    return false // that is the answer
  }
}
