import type { Session } from '../../database/engine.ts'
import { isPgError } from '../../database/engine.ts'
import type { OutgoingMail } from '../../mailbox/mail-transport.ts'
import type { AuthContext } from '../auth-context.ts'
import { CHANGE_CURRENT, CHANGE_NEW, clearToken } from '../links/one-time-tokens.ts'
import { checkFrequency, prepareLink } from '../links/send-link.ts'
import { updateProviders } from './identities.ts'
import type { UserRow } from './user-row.ts'
import { emailExists, setEmailIdentity } from './users.ts'

/**
 * Both addresses must agree (GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED): who holds only a session cannot take the
 * account away, and nobody takes an address that is not theirs.
 */
export async function changeMails(
  context: AuthContext,
  session: Session,
  user: UserRow,
  newEmail: string,
  redirectTo: string,
  pkce: boolean,
): Promise<OutgoingMail[]> {
  checkFrequency(context, user, CHANGE_NEW)
  await session.query('update auth.users set email_change = $2, email_change_confirm_status = 0 where id = $1', [
    user.id,
    newEmail,
  ])
  const common = { type: 'email_change', redirectTo, pkce } as const
  const asked = { ...user, email_change: newEmail }
  const toNew = await prepareLink(context, session, asked, { ...common, kind: CHANGE_NEW, to: newEmail })
  if (!user.email) return [toNew]
  const toCurrent = await prepareLink(context, session, asked, { ...common, kind: CHANGE_CURRENT, to: user.email })
  return [toNew, toCurrent]
}

/** One of the two links was followed. True once both were: then the address is changed. */
export async function confirmChange(session: Session, user: UserRow, hash: string): Promise<boolean> {
  const kind = user.email_change_token_current === hash ? CHANGE_CURRENT : CHANGE_NEW
  if (user.email && user.email_change_confirm_status === 0) {
    await clearToken(session, user.id, kind)
    await session.query('update auth.users set email_change_confirm_status = 1 where id = $1', [user.id])
    return false
  }
  try {
    await session.query(
      `update auth.users set email = email_change, email_change = '', email_change_confirm_status = 0, updated_at = now(),
         email_confirmed_at = coalesce(email_confirmed_at, now()),
         raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || jsonb_build_object('email', email_change, 'email_verified', true)
         where id = $1`,
      [user.id],
    )
    await setEmailIdentity(session, user.id, user.email_change ?? '', true)
    await updateProviders(session, user.id)
  } catch (error) {
    if (isPgError(error) && error.code === '23505') throw emailExists()
    throw error
  }
  await clearToken(session, user.id, CHANGE_CURRENT)
  await clearToken(session, user.id, CHANGE_NEW)
  return true
}
