import { randomBytes } from 'node:crypto'
import { isPublicSite, type Settings } from '../settings/settings.ts'

/** Mails collected instead of sent. `list`: newest first; `page`: the body of an HTML document. */
export type LocalMailbox = {
  list(): readonly object[]
  page(): string
  /** Required to read the mails. Printed at start, and stored in a file of the data directory. */
  token: string
}

/** 128 bits, new at each start. */
export const newMailboxToken = (): string => randomBytes(16).toString('base64url')

/**
 * Whether mails may be shown: not when they are sent, and not when others reach this server under a public address or
 * through a proxy, because they contain the sign-in links of all accounts.
 */
export const mailboxIsOpen = (settings: Pick<Settings, 'smtpUrl' | 'trustedProxies' | 'siteUrl'>): boolean =>
  !settings.smtpUrl && settings.trustedProxies.length === 0 && !isPublicSite(settings)
