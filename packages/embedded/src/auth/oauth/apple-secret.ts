import { SignJWT } from 'jose'
import { readAppleKey } from './apple-key.ts'
import type { AppleKey } from './oauth-options.ts'

/** Made anew for each exchange; Apple allows up to six months. */
const LIFETIME_SECONDS = 300

/**
 * Apple's client secret: a JWT signed with the developer's key
 * (developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret).
 */
export function appleSecret(key: AppleKey, clientId: string, audience: string, now: () => Date): () => Promise<string> {
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
