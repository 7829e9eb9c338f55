import { Secret, TOTP } from 'otpauth'
import qrcode from 'qrcode-generator'
import { invalid } from '../auth-error.ts'

/** RFC 6238 as GoTrue sets it up (internal/api/mfa.go, verifyTOTPFactor): 30 s, six digits, SHA-1, one step of skew. */
export const TOTP_SECONDS = 30
const SKEW = 1
const SETTINGS = { algorithm: 'SHA1', digits: 6, period: TOTP_SECONDS } as const
/** Bytes of a secret (github.com/pquerna/otp, totp.Generate). */
const SECRET_BYTES = 20

/** Bytes in the largest QR code with error correction level M (ISO/IEC 18004, table 7). */
const MOST_IN_QR = 2331
const MODULE = 4
const QUIET_ZONE = 4

/** A QR code as SVG without `#` and `%`: clients append it unescaped to `data:image/svg+xml;utf-8,`. */
function qrSvg(text: string): string {
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const count = code.getModuleCount()
  const size = (count + 2 * QUIET_ZONE) * MODULE
  const dark = Array.from({ length: count * count }, (_, at) => [Math.floor(at / count), at % count] as const)
    .filter(([row, column]) => code.isDark(row, column))
    .map(
      ([row, column]) =>
        `M${(column + QUIET_ZONE) * MODULE} ${(row + QUIET_ZONE) * MODULE}h${MODULE}v${MODULE}h-${MODULE}z`,
    )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="white"/><path d="${dark.join('')}" fill="black"/></svg>`
}

export type NewTotp = { secret: string; uri: string; qr_code: string }

/** A new secret with the URI and QR code for an authenticator app. */
export function newTotp(issuer: string, account: string): NewTotp {
  const secret = new Secret({ size: SECRET_BYTES })
  const uri = new TOTP({ ...SETTINGS, issuer, label: account, secret }).toString()
  if (uri.length > MOST_IN_QR) throw invalid('issuer does not fit into a QR code')
  return { secret: secret.base32, uri, qr_code: qrSvg(uri) }
}

/** The code that an authenticator app with this secret (base32) shows at an instant. */
export const totpCode = (secret: string, at: Date): string =>
  new TOTP({ ...SETTINGS, secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })

/** The time step a code belongs to, or undefined for a wrong code. The caller must accept each step only once. */
export function totpStep(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const totp = new TOTP({ ...SETTINGS, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: SKEW })
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / TOTP_SECONDS) + delta
}
