import { type AuthContext, inAuth } from '../auth-context.ts'
import type { UserRow } from '../users/user-row.ts'
import { deliver, queueMail } from './link-mails.ts'
import { takeMails } from './mail-limits.ts'

/** GoTrue's names (GOTRUE_MAILER_NOTIFICATIONS_…); it has none for passkeys, which are reported as factors. */
type Change = 'mfa_factor_enrolled' | 'mfa_factor_unenrolled' | 'email_changed'

/**
 * Mails the owner, after the answer, that a way of signing in was added or removed: whoever has stolen a session cannot do
 * so unnoticed. Counts against the site's hour, not against the mailbox's three, which strangers could use up to
 * suppress this one. At most one of each kind a minute.
 */
export function notifyOwner(context: AuthContext, user: UserRow, change: Change): void {
  const { id, email, email_confirmed_at } = user
  if (!email || !email_confirmed_at) return
  context.background.run(async () => {
    if ((await context.limits.mailsOfKind.take(`${change} ${email}`)) > 0) return
    await takeMails(context)
    const values = { SiteURL: context.siteUrl, Email: email, OldEmail: email, SendingTo: email }
    const mail = context.accountMail(change, email, values)
    await deliver(context, [await inAuth(context, (session) => queueMail(context, session, { userId: id, mail }))])
  })
}
