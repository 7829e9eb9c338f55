import { isPgError, type Session } from '../../database/engine.ts'
import type { OutgoingMail } from '../../mailbox/mailbox.ts'
import type { AuthContext } from '../auth-context.ts'
import { updateProviders } from '../users/identities.ts'
import type { UserRow } from '../users/user-row.ts'
import { emailExists, setEmailIdentity, userByEmail } from '../users/users.ts'
import { CHANGE_CURRENT, CHANGE_NEW, checkFrequency, clearToken, prepareLink, type TokenKind } from './link-mails.ts'

/**
 * Both addresses must confirm (GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED): a stolen session alone cannot take over the
 * account, and no one can claim an address they do not own.
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
  // The owner of a taken address gets no mail, so the change cannot be completed; the answer does not say that it is taken.
  const taken = await userByEmail(session, newEmail)
  if (taken) await clearToken(session, user.id, CHANGE_NEW)
  const toNew = taken ? [] : [await prepareLink(context, session, asked, { ...common, kind: CHANGE_NEW, to: newEmail })]
  if (!user.email) return toNew
  const toCurrent = await prepareLink(context, session, asked, { ...common, kind: CHANGE_CURRENT, to: user.email })
  return [...toNew, toCurrent]
}

/** Handles one of the two links. True once both were followed and the address is changed. */
export async function confirmChange(session: Session, user: UserRow, kind: TokenKind): Promise<boolean> {
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
