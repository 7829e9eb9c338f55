import { inertPolicy } from '../pages/content-security.ts'

/** Sent with every answer; a document replaces the policy by its own. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': inertPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin',
}

/** Only where a trusted proxy speaks https: on plain http the header would be ignored, and a lie. */
export const strictTransport = 'max-age=31536000'

/** Scripts, styles and fonts of the build. */
export const buildFolder = '/assets/'

/** What guards documents; on scripts, styles and fonts of our own build it would only be bytes, on every one of them. */
export const documentOnlyHeaders = [
  'content-security-policy',
  'referrer-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
  'x-request-id',
]
