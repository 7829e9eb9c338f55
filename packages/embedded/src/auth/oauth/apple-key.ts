import { createPrivateKey, type KeyObject } from 'node:crypto'

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
