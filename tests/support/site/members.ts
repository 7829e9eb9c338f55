import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { eventually, expected, type Requests } from './requests.ts'

export type Session = { access_token: string; refresh_token: string; user: { id: string; email: string } }
export type Member = {
  id: string
  email: string
  password: string
  nickname: string | null
  /** Base32 secret of the second factor; sessions of this member are at aal2. */
  totpSecret?: string
  /** An unused session: the first sign-in takes it, because each code works only once. */
  unused?: Session
}
export type StaffRole = 'moderator' | 'admin'
export type Mail = { to: string; subject: string; text: string; html: string; sentAt: string }

/**
 * Written by the server at its first start. Together with HOT_E2E_URL, HOT_E2E_DATA_DIR names a running server's
 * directory.
 */
function dataDir(): string {
  const dir = process.env.HOT_E2E_DATA_DIR
  if (!dir) throw new Error('HOT_E2E_DATA_DIR fehlt: das Datenverzeichnis des Servers hinter HOT_E2E_URL.')
  return dir
}

const secrets = (): { publishableKey: string; secretKey: string } =>
  JSON.parse(fs.readFileSync(path.join(dataDir(), 'secrets.json'), 'utf8'))

export const asServer = () => ({ apikey: secrets().secretKey })
export const asGuest = () => ({ apikey: secrets().publishableKey })
export const asMember = (session: Session) => ({ ...asGuest(), authorization: `Bearer ${session.access_token}` })

export const newPassword = () => randomBytes(12).toString('base64url')
/**
 * The password of members whose test does not depend on it; its hash has bcrypt's lowest cost, which saves a tenth of
 * a second each time.
 */
const anyPassword = 'ein langes Passwort'
const itsHash = '$2b$04$/iAP9q0ySapmEFM37MHlQOeN2nhp2CsUZM3tlncrHhN7CEkfiWEiK'
// The digit at the end: a name that ends in a full stop and letters is refused as a web address.
const newName = () => `test.${randomBytes(5).toString('hex')}0`

/** A nickname or address that is unique in this run. */
export const newAddress = () => `${newName()}@hot.example`
export const newNickname = newName

type Wishes = { email?: string; password?: string; nickname?: string | null }

/**
 * A confirmed account for one test. Created by the service role, because sign-ups and their mails are limited per
 * address and that quota is left to the tests of registration.
 */
export async function registerMember(request: Requests, wishes: Wishes = {}): Promise<Member> {
  const { email = newAddress(), password = anyPassword, nickname = newName() } = wishes
  const secret = password === anyPassword ? { password_hash: itsHash } : { password }
  const created = await expected(
    await request.post('/auth/v1/admin/users', {
      headers: asServer(),
      data: { email, ...secret, email_confirm: true },
    }),
    200,
  )
  const { id } = (await created.json()) as { id: string }
  if (nickname) await setProfile(request, { id }, { nickname })
  return { id, email, password, nickname }
}

/** Columns of a profile, changed by the service role. */
export async function setProfile(request: Requests, { id }: Pick<Member, 'id'>, data: object): Promise<void> {
  await expected(await request.patch(`/rest/v1/profiles?id=eq.${id}`, { headers: asServer(), data }), 204)
}

/** A confirmed account that is staff from the start, with the second factor that staff need. */
export async function registerStaff(request: Requests, role: StaffRole): Promise<Member> {
  return makeStaff(request, await registerMember(request), role)
}

/** Gives a member a role and a second factor without the interface. Ends their sessions. */
export async function makeStaff(request: Requests, member: Member, role: StaffRole): Promise<Member> {
  await setProfile(request, member, { role })
  const { secret, session } = await enrolFactor(request, await passwordSession(request, member))
  return { ...member, totpSecret: secret, unused: session }
}

async function passwordSession(request: Requests, { email, password }: Member): Promise<Session> {
  const answer = await request.post('/auth/v1/token?grant_type=password', {
    headers: asGuest(),
    data: { email, password },
  })
  return (await expected(answer, 200)).json() as Promise<Session>
}

/** A member's token with the server's key: the limits per address are left to the tests about them. */
const withoutLimits = (session: Session) => ({ ...asMember(session), ...asServer() })

const stepMs = 30_000

/** The code of an authenticator app, this many steps from now. Each step is accepted once; one step of skew is allowed. */
export const codeAt = (secret: string, step = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + step * stepMs })

/**
 * Answers a factor with the first code that is accepted: each works once, so two sign-ins within half a minute
 * need two of the three that count now.
 */
async function answerFactor(request: Requests, session: Session, id: string, secret: string): Promise<Session> {
  const headers = withoutLimits(session)
  let last = ''
  for (const step of [-1, 0, 1]) {
    const challenge = await expected(await request.post(`/auth/v1/factors/${id}/challenge`, { headers, data: {} }), 200)
    const { id: challenge_id } = (await challenge.json()) as { id: string }
    const data = { challenge_id, code: codeAt(secret, step) }
    const answer = await request.post(`/auth/v1/factors/${id}/verify`, { headers, data })
    if (answer.status() === 200) return (await answer.json()) as Session
    last = await answer.text()
  }
  throw new Error(`no code of the second factor was accepted: ${last}`)
}

/** Sets up a second factor; the returned session is at aal2. */
export async function enrolFactor(request: Requests, session: Session): Promise<{ secret: string; session: Session }> {
  const enrolled = await request.post('/auth/v1/factors', {
    headers: withoutLimits(session),
    data: { factor_type: 'totp', friendly_name: 'Handy', issuer: 'HoT' },
  })
  const { id, totp } = (await (await expected(enrolled, 200)).json()) as { id: string; totp: { secret: string } }
  return { secret: totp.secret, session: await answerFactor(request, session, id, totp.secret) }
}

/** Signs in by password outside the browser, and by the second factor if the member has one. */
export async function sessionOf(request: Requests, member: Member): Promise<Session> {
  const { unused } = member
  delete member.unused
  if (unused) return unused
  const session = await passwordSession(request, member)
  if (!member.totpSecret) return session
  const user = await expected(await request.get('/auth/v1/user', { headers: withoutLimits(session) }), 200)
  const [factor] = ((await user.json()) as { factors?: { id: string }[] }).factors ?? []
  if (!factor) throw new Error(`${member.email} has no second factor`)
  return answerFactor(request, session, factor.id, member.totpSecret)
}

/** The mails of the running server as JSON; it leaves their address in its data directory. */
function mailboxPath(): string {
  const { pathname, search } = new URL(fs.readFileSync(path.join(dataDir(), 'mailbox-address.txt'), 'utf8').trim())
  return `${pathname}.json${search}`
}

/** The latest mail to an address whose subject matches; waits until it has arrived. */
export const mailTo = (request: Requests, email: string, subject: RegExp = /./): Promise<Mail> =>
  eventually(async () => {
    const mails = (await (await request.get(mailboxPath())).json()) as Mail[]
    const found = mails.find((mail) => mail.to === email && subject.test(mail.subject))
    if (!found) throw new Error(`no mail to ${email}`)
    return found
  })

/** The link in a mail: of its button, which is the first. */
export function linkIn(mail: Mail): string {
  const link = /https?:\/\/\S+\/auth\/callback#token_hash=\S+/.exec(mail.text)?.[0]
  if (!link) throw new Error(`no link in: ${mail.text}`)
  return link
}
