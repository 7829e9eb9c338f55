import { createPrivateKey, type KeyObject } from 'node:crypto'
import { isPrivateUrl } from '../../wire/networks.ts'

export type ProviderName = 'google' | 'apple'

type Client = {
  clientId: string
  /** Issuer of the discovery document; default: the provider's own. Plain http only on loopback. */
  issuer?: string | undefined
}

type GoogleOptions = Client & { clientSecret: string }

/** Apple's secret is a JWT of at most six months: either passed in, or generated here from the developer's key. */
export type AppleKey = { teamId: string; keyId: string; privateKey: string }
export type AppleOptions = Client & ({ clientSecret: string } | AppleKey)

/** The enabled providers. */
export type OAuthOptions = { google?: GoogleOptions | undefined; apple?: AppleOptions | undefined }

/** Same as GoTrue's (internal/api/provider/google.go and apple.go). */
export const ISSUERS: Record<ProviderName, string> = {
  google: 'https://accounts.google.com',
  apple: 'https://appleid.apple.com',
}

/** Plain http is allowed only for a loopback provider, in tests. */
export function isIssuer(text: string): boolean {
  if (!isPrivateUrl(text)) return false
  const { search, hash, username } = new URL(text)
  return !search && !hash && !username
}

/** A PEM from the environment, with line breaks or with literal `\n`. */
export const readAppleKey = (text: string): KeyObject => createPrivateKey(text.replaceAll('\\n', '\n').trim())

/** Whether this is the P-256 key that Apple hands out as AuthKey_XXXXXXXXXX.p8. */
export function isAppleKey(text: string): boolean {
  try {
    const key = readAppleKey(text)
    return key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1'
  } catch {
    return false // not a readable key
  }
}
