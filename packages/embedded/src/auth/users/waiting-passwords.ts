import type { Session } from '../../database/engine.ts'
import { type Challenge, proves } from '../challenge.ts'
import type { UserRow } from './user-row.ts'

/**
 * Until an address is confirmed, nobody knows whether who chose the account's password also reads its mails. With
 * `signUp.provePasswords` the password counts only if the confirmation comes from the browser in which it was typed, which
 * has the verifier of its challenge; otherwise the owner sets a new one (docs/decisions/082-mailed-links.md).
 */

/** Notes whose password a public sign-up has left at the account. */
export async function notePassword(session: Session, userId: string, challenge: Challenge | undefined): Promise<void> {
  await session.query(
    `insert into embedded.waiting_passwords (user_id, challenge, method) values ($1, $2, $3)
       on conflict (user_id) do update set challenge = excluded.challenge, method = excluded.method`,
    [userId, challenge?.challenge ?? null, challenge?.method ?? null],
  )
}

/** Whoever takes the account over begins anew. */
export const forgetWaiting = (session: Session, userId: string) =>
  session.query('delete from embedded.waiting_passwords where user_id = $1', [userId])

/** Somebody else has asked for the account: what was typed before must not open it, whatever mail is followed. */
export async function dropWaitingPassword(session: Session, { id, email_confirmed_at }: UserRow): Promise<void> {
  if (email_confirmed_at) return
  await session.query(
    `update auth.users set encrypted_password = '', updated_at = now()
      where id = $1 and email_confirmed_at is null`,
    [id],
  )
  await forgetWaiting(session, id)
}

/** Whether the verifier is that of the browser in which the waiting password was typed. Forgets who that was. */
export async function isTypedHere(session: Session, userId: string, verifier: string): Promise<boolean> {
  const { rows } = await session.query(
    'delete from embedded.waiting_passwords where user_id = $1 returning challenge, method',
    [userId],
  )
  const { challenge, method } = rows[0] ?? {}
  return typeof challenge === 'string' && verifier !== '' && proves(verifier, challenge, String(method))
}
