import type { AuthContext } from '../auth-context.ts'
import type { UserRow } from '../users/user-row.ts'
import { deliver } from './link-mails.ts'
import { takeMail } from './mail-limits.ts'

/** GoTrue's names (GOTRUE_MAILER_NOTIFICATIONS_…); it has none for passkeys, which are told of as factors are. */
type Change = 'mfa_factor_enrolled' | 'mfa_factor_unenrolled'

/**
 * Tells the owner, after the answer, that a way of signing in was added or removed, so that who has stolen a session
 * cannot do so unseen. One of the members' mails of the hour; the mailbox's three are not asked, because strangers could
 * use them up to keep this one away. One of each kind a minute.
 */
export function notifyOwner(context: AuthContext, { email, email_confirmed_at }: UserRow, change: Change): void {
  if (!email || !email_confirmed_at || context.limits.mailsOfKind.take(`${change} ${email}`) > 0) return
  context.background.run(async () => {
    takeMail(context, true)
    const values = { SiteURL: context.siteUrl, Email: email, SendingTo: email }
    await deliver(context, [context.accountMail(change, email, values)])
  })
}
