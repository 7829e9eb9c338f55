import type { Session } from '../../database/engine.ts'
import type { OutgoingMail } from '../../mailbox/mailbox.ts'
import { type AuthCall, type AuthContext, type AuthHandler, inAuth, record, text } from '../auth-context.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { type Challenge, challengeOf } from '../challenge.ts'
import { changeMails } from '../mails/address-change.ts'
import { CONFIRMATION, checkFrequency, deliver, prepareLink, RECOVERY } from '../mails/link-mails.ts'
import { askForMails, type CountedMails } from '../mails/mail-limits.ts'
import { saveFlow } from '../mails/pkce-flow.ts'
import { redirectTarget } from '../mails/redirects.ts'
import { register } from '../sign-in/sign-up.ts'
import type { UserRow } from '../users/user-row.ts'
import { isBanned, userByEmail, validEmail } from '../users/users.ts'

/**
 * Finds the account and mails it after the answer, which therefore takes as long and says the same for addresses without
 * one. What goes wrong is in the log only.
 */
function mailAfterAnswer(context: AuthContext, counted: CountedMails, work: () => Promise<OutgoingMail[]>): Response {
  context.background.run(async () => {
    let mails: OutgoingMail[] = []
    try {
      mails = await work()
    } finally {
      if (mails.length === 0) await counted.unsent()
    }
    await deliver(context, mails)
  })
  return Response.json({})
}

/** `POST /recover`: the same answer whether the account exists or not (internal/api/recover.go). */
export const recover: AuthHandler = async (context, call) => {
  if (text(call.body, 'email') === '') throw invalid('Password recovery requires an email')
  const email = validEmail(text(call.body, 'email'))
  const wish = wishOf(context, call)
  const counted = await askForMails(context, call, { kind: 'recovery', to: [email], isStranger: false })
  return mailAfterAnswer(context, counted, () =>
    inAuth(context, async (session) => {
      const user = await userByEmail(session, email)
      if (!user) return []
      checkFrequency(context, user, RECOVERY)
      if (wish.challenge) await saveFlow(session, user.id, 'recovery', wish.challenge)
      return [await prepareLink(context, session, user, recoveryMail('recovery', email, wish))]
    }),
  )
}

type Wish = { redirectTo: string; challenge: Challenge | undefined }

const wishOf = (context: AuthContext, call: AuthCall): Wish => ({
  redirectTo: redirectTarget(call.url.searchParams.get('redirect_to'), context.siteUrl),
  challenge: challengeOf(call.body),
})

const recoveryMail = (type: 'recovery' | 'magiclink', to: string, { redirectTo, challenge }: Wish) =>
  ({ kind: RECOVERY, type, to, redirectTo, pkce: challenge !== undefined }) as const

async function resendChange(
  context: AuthContext,
  call: AuthCall,
  session: Session,
  user: UserRow,
  wish: Wish,
): Promise<OutgoingMail[]> {
  if (!user.email_change) return []
  // The current address was counted when it was asked for, and both mails of the hour.
  const ask = { kind: 'email_change', to: [user.email_change], isStranger: false, mails: 0, within: session } as const
  await askForMails(context, call, ask)
  const mails = await changeMails(context, session, user, user.email_change, wish.redirectTo, Boolean(wish.challenge))
  if (wish.challenge) await saveFlow(session, user.id, 'email_change', wish.challenge)
  return mails
}

async function resendConfirmation(
  context: AuthContext,
  session: Session,
  user: UserRow,
  wish: Wish,
): Promise<OutgoingMail[]> {
  if (user.email_confirmed_at) return []
  checkFrequency(context, user, CONFIRMATION)
  if (wish.challenge) await saveFlow(session, user.id, 'email/signup', wish.challenge)
  const link = { kind: CONFIRMATION, type: 'signup', to: user.email ?? '', redirectTo: wish.redirectTo } as const
  return [await prepareLink(context, session, user, { ...link, pkce: Boolean(wish.challenge) })]
}

/**
 * `POST /resend`: the confirmation or change mail once more; the same answer whether there is such an account or not
 * (internal/api/resend.go). Clients in the PKCE flow send a challenge, and their link leads to a code.
 */
export const resend: AuthHandler = async (context, call) => {
  const type = text(call.body, 'type')
  if (type !== 'signup' && type !== 'email_change')
    throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
  if (text(call.body, 'email') === '') throw invalid('Type provided requires an email address')
  const email = validEmail(text(call.body, 'email'))
  const wish = wishOf(context, call)
  const isStranger = type === 'signup'
  const counted = await askForMails(context, call, { kind: type, to: [email], isStranger, mails: isStranger ? 1 : 2 })
  return mailAfterAnswer(context, counted, () =>
    inAuth(context, async (session) => {
      const user = await userByEmail(session, email)
      if (!user || isBanned(user, context.now())) return []
      return type === 'signup'
        ? resendConfirmation(context, session, user, wish)
        : resendChange(context, call, session, user, wish)
    }),
  )
}

async function mailLink(context: AuthContext, email: string, wish: Wish): Promise<OutgoingMail | undefined> {
  return inAuth(context, async (session) => {
    const user = await userByEmail(session, email)
    if (!user?.email_confirmed_at) return undefined
    checkFrequency(context, user, RECOVERY)
    if (wish.challenge) await saveFlow(session, user.id, 'magiclink', wish.challenge)
    return prepareLink(context, session, user, recoveryMail('magiclink', email, wish))
  })
}

/** Without a confirmed account the sign-up mail is sent; its link also signs in. */
async function mailConfirmation(
  context: AuthContext,
  call: AuthCall,
  email: string,
  wish: Wish,
): Promise<OutgoingMail> {
  const userMetadata = record(call.body.data)
  return (await register(context, call, { email, userMetadata, ...wish })).mail
}

/**
 * `POST /otp` and `/magiclink`: signing in by mail (internal/api/otp.go, magic_link.go). There is no sign-in by phone.
 * The answer is the same for every address, also with `create_user: false`, where GoTrue says which have no account.
 */
export const otp: AuthHandler = async (context, call) => {
  const [given, phone] = [text(call.body, 'email'), text(call.body, 'phone')]
  if (given !== '' && phone !== '') throw invalid('Only an email address or phone number should be provided')
  if (phone !== '') throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
  if (given === '') throw invalid('One of email or phone must be set')
  const email = validEmail(given)
  const wish = wishOf(context, call)
  const mayCreate = call.body.create_user !== false
  const counted = await askForMails(context, call, { kind: 'recovery', to: [email], isStranger: mayCreate })
  return mailAfterAnswer(context, counted, async () => {
    const mail = await mailLink(context, email, wish)
    if (mail) return [mail]
    const known = mayCreate || (await inAuth(context, (session) => userByEmail(session, email)))
    return known ? [await mailConfirmation(context, call, email, wish)] : []
  })
}
