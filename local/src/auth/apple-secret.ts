import { createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose'
import type { AppleKey } from './oauth-options.ts'

/** Made anew for each exchange; Apple allows up to six months. */
const LIFETIME_SECONDS = 300

/** A PEM as the environment holds it: with line breaks, or with `\n` in their place. */
const pem = (text: string) => text.replaceAll('\\n', '\n').trim()

/** Whether this is the P-256 key that Apple hands out as AuthKey_XXXXXXXXXX.p8. */
export function isAppleKey(text: string): boolean {
  try {
    const key = createPrivateKey(pem(text))
    return key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1'
  } catch {
    return false // that is the answer
  }
}

/**
 * Apple's client secret: a JWT signed with the developer's key
 * (developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret).
 */
export function appleSecret(key: AppleKey, clientId: string, audience: string, now: () => Date): () => Promise<string> {
  const privateKey = createPrivateKey(pem(key.privateKey))
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
