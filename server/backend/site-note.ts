import { type LegalField, legalFieldNames } from '@hot/domain/settings/legal-fields'
import { isPublicSite, type Settings } from '../settings/settings.ts'
import { causeLine, type Log } from '../wire/request-log.ts'
import { mailboxIsOpen } from './local-mailbox.ts'

type Read = Pick<Settings, 'smtpUrl' | 'supabase' | 'trustedProxies' | 'siteUrl' | 'site'>

/** What the database has to know of the settings, as `note_site()` takes it. */
export type SiteNote = {
  p_public: boolean
  /** Whether somebody reads the mails of the house: they are sent, or shown on a machine where HoT is tried out. */
  p_mails: boolean
  p_operator: Partial<Record<LegalField, string>>
}

export function siteNote(settings: Read): SiteNote {
  const { smtpUrl, supabase, site } = settings
  const isSent = smtpUrl !== undefined && (!supabase || supabase.secretKey !== undefined)
  return {
    p_public: isPublicSite(settings),
    p_mails: isSent || (!supabase && mailboxIsOpen(settings)),
    p_operator: Object.fromEntries(legalFieldNames.flatMap((name) => (site[name] ? [[name, site[name]]] : []))),
  }
}

/**
 * Tells the database who runs the site: without a complete legal notice a public one takes no accounts, and the contact form
 * needs an address. A failure ends no start; what was noted before holds.
 */
export async function noteSite(settings: Read, send: (note: SiteNote) => Promise<unknown>, log: Log): Promise<void> {
  await send(siteNote(settings)).catch((error: unknown) =>
    log(`Wer die Seite betreibt, ließ sich nicht in der Datenbank vermerken: ${causeLine(error)}`, 'warn'),
  )
}
