import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { eventually, expected, type Requests } from './requests.ts'

export type Session = { access_token: string; refresh_token: string; user: { id: string; email: string } }
export type Member = { id: string; email: string; password: string; nickname: string | null }
export type StaffRole = 'moderator' | 'admin'
export type Mail = { to: string; subject: string; text: string; html: string; sentAt: string }

/**
 * Written by the server at its first start. Together with HOT_E2E_URL, HOT_E2E_DATA_DIR names a running server's
 * directory.
 */
function secrets(): { publishableKey: string; secretKey: string } {
  const dir = process.env.HOT_E2E_DATA_DIR
  if (!dir) throw new Error('HOT_E2E_DATA_DIR fehlt: das Datenverzeichnis des Servers hinter HOT_E2E_URL.')
  return JSON.parse(fs.readFileSync(path.join(dir, 'secrets.json'), 'utf8'))
}

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
const newName = () => `test.${randomBytes(5).toString('hex')}`

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

/** A confirmed account that is staff from the start; only the service role can assign roles. */
export async function registerStaff(request: Requests, role: StaffRole): Promise<Member> {
  const member = await registerMember(request)
  await setProfile(request, member, { role })
  return member
}

/** Signs in by password, outside the browser. */
export async function sessionOf(request: Requests, { email, password }: Member): Promise<Session> {
  const answer = await request.post('/auth/v1/token?grant_type=password', {
    headers: asGuest(),
    data: { email, password },
  })
  return (await expected(answer, 200)).json() as Promise<Session>
}

/** The latest mail to an address whose subject matches; waits until it has arrived. */
export const mailTo = (request: Requests, email: string, subject: RegExp = /./): Promise<Mail> =>
  eventually(async () => {
    const mails = (await (await request.get('/_mailbox.json')).json()) as Mail[]
    const found = mails.find((mail) => mail.to === email && subject.test(mail.subject))
    if (!found) throw new Error(`no mail to ${email}`)
    return found
  })

/** The link in a mail. */
export function linkIn(mail: Mail): string {
  const link = /https?:\/\/\S+\/auth\/v1\/verify\?\S+/.exec(mail.text)?.[0]
  if (!link) throw new Error(`no link in: ${mail.text}`)
  return link
}
