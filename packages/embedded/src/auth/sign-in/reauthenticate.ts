import type { Session } from '../../database/engine.ts'
import { type AuthContext, type AuthHandler, inAuth } from '../auth-context.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { guessed } from '../limits.ts'
import {
  CODE_SECONDS,
  checkFrequency,
  clearToken,
  codeHash,
  deliver,
  newOtp,
  queueMail,
  REAUTHENTICATION,
  storeToken,
} from '../mails/link-mails.ts'
import { askForMails } from '../mails/mail-limits.ts'
import type { SessionRow } from '../sessions/sessions.ts'
import { claimsOf, signedIn } from '../sessions/sessions.ts'
import type { UserRow } from '../users/user-row.ts'

/** Sessions younger than this need no nonce (internal/api/user.go, UserUpdate), milliseconds. */
const FRESH_MS = 24 * 3600 * 1000

/**
 * `GET /reauthenticate`: mails a code that the password change then has to include (internal/api/reauthenticate.go).
 */
export const reauthenticate: AuthHandler = async (context, call) => {
  const claims = await claimsOf(context, call)
  const mail = await inAuth(context, async (session) => {
    const { user } = await signedIn(session, claims)
    if (!user.email) throw invalid('Reauthentication requires the user to have an email or a phone number')
    if (!user.email_confirmed_at) throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.')
    checkFrequency(context, user, REAUTHENTICATION)
    const ask = { kind: 'reauthentication', to: [user.email], isStranger: false, within: session } as const
    await askForMails(context, call, ask)
    const nonce = newOtp()
    const code = codeHash(user.email, nonce)
    // Its mail has no link.
    await storeToken(session, user.id, REAUTHENTICATION, { link: code, code }, user.email)
    const mail = context.accountMail('reauthentication', user.email, {
      SiteURL: context.siteUrl,
      Token: nonce,
      Email: user.email,
      SendingTo: user.email,
    })
    return queueMail(context, session, { userId: user.id, kind: REAUTHENTICATION, mail, otp: nonce })
  })
  await deliver(context, [mail])
  return Response.json({})
}

function isRight(context: AuthContext, user: UserRow, nonce: string): boolean {
  const sentAt = user.reauthentication_sent_at
  if (!user.reauthentication_token || !sentAt) return false
  if (context.now().getTime() - new Date(sentAt).getTime() > CODE_SECONDS * 1000) return false
  return user.reauthentication_token === codeHash(user.email ?? '', nonce)
}

/**
 * Secure password change (GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION): after a day a session alone does
 * not change the password. Fails as GoTrue does; the nonce is used up by `forgetNonce`.
 */
export async function checkNonce(context: AuthContext, user: UserRow, held: SessionRow, nonce: string): Promise<void> {
  if (context.now().getTime() - new Date(held.created_at).getTime() <= FRESH_MS) return
  if (nonce === '') throw new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication')
  const check = async () => isRight(context, user, nonce)
  if (await guessed(context.limits.wrongCodes, `nonce ${user.id}`, check, Boolean)) return
  throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
}

export const forgetNonce = (session: Session, user: UserRow): Promise<void> =>
  clearToken(session, user.id, REAUTHENTICATION)
