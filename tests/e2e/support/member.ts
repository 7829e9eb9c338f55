import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { APIRequestContext, Page } from '@playwright/test'
import { test as journey } from './journey.ts'
import { expect } from './wire.ts'

export type Session = { access_token: string; refresh_token: string; user: { id: string; email: string } }
export type Member = { id: string; email: string; password: string; nickname: string | null }
type Mail = { to: string; subject: string; text: string; html: string; sentAt: string }

/** Where auth-js keeps the session, as `web/src/lib/auth/session/auth-client.ts` names it. */
const sessionKey = 'sb-hot-auth-token'

/** Written by the server at its first start. Beside HOT_E2E_URL, HOT_E2E_DATA_DIR names a running server's directory. */
function secrets(): { publishableKey: string; secretKey: string } {
  const dir = process.env.HOT_E2E_DATA_DIR
  if (!dir) throw new Error('HOT_E2E_DATA_DIR fehlt: das Datenverzeichnis des Servers hinter HOT_E2E_URL.')
  return JSON.parse(fs.readFileSync(path.join(dir, 'secrets.json'), 'utf8'))
}

export const asServer = () => ({ apikey: secrets().secretKey })
export const asGuest = () => ({ apikey: secrets().publishableKey })
export const asMember = (session: Session) => ({ ...asGuest(), authorization: `Bearer ${session.access_token}` })

export const newPassword = () => randomBytes(12).toString('base64url')
/** Of members whose password is nothing to their journey; the hash is of bcrypt's lowest cost, a tenth of a second less each time. */
const anyPassword = 'ein langes Passwort'
const itsHash = '$2b$04$/iAP9q0ySapmEFM37MHlQOeN2nhp2CsUZM3tlncrHhN7CEkfiWEiK'
const newName = () => `test.${randomBytes(5).toString('hex')}`

/** A nickname or address nobody else in this run has. */
export const newAddress = () => `${newName()}@hot.example`
export const newNickname = newName

type Wishes = { email?: string; password?: string; nickname?: string | null }

/**
 * A confirmed account of its own for a test. Made as the service role, because sign-ups and their mails are counted per
 * address: the journeys of registration ask for them, the others must not use them up.
 */
export async function registerMember(request: APIRequestContext, wishes: Wishes = {}): Promise<Member> {
  const { email = newAddress(), password = anyPassword, nickname = newName() } = wishes
  const secret = password === anyPassword ? { password_hash: itsHash } : { password }
  const created = await request.post('/auth/v1/admin/users', {
    headers: asServer(),
    data: { email, ...secret, email_confirm: true },
  })
  expect(created.status(), await created.text()).toBe(200)
  const { id } = (await created.json()) as { id: string }
  if (nickname) {
    const named = await request.patch(`/rest/v1/profiles?id=eq.${id}`, { headers: asServer(), data: { nickname } })
    expect(named.status(), await named.text()).toBe(204)
  }
  return { id, email, password, nickname }
}

/** Signs in by password, outside the browser. */
export async function sessionOf(request: APIRequestContext, { email, password }: Member): Promise<Session> {
  const answer = await request.post('/auth/v1/token?grant_type=password', {
    headers: asGuest(),
    data: { email, password },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return answer.json()
}

/** The browser of the page is signed in from now on, as after the dialog; the journeys of the dialog use it instead. */
export async function signIn(page: Page, member: Member): Promise<Session> {
  const session = await sessionOf(page.request, member)
  await page.goto('/robots.txt')
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    sessionKey,
    JSON.stringify(session),
  ] as const)
  return session
}

/** The latest mail to an address whose subject matches; waits until it has come. */
export async function mailTo(request: APIRequestContext, email: string, subject: RegExp = /./): Promise<Mail> {
  let found: Mail | undefined
  await expect(async () => {
    const mails: Mail[] = await (await request.get('/_mailbox.json')).json()
    found = mails.find((mail) => mail.to === email && subject.test(mail.subject))
    expect(found, `a mail to ${email}`).toBeDefined()
  }).toPass()
  if (!found) throw new Error(`no mail to ${email}`)
  return found
}

/** The link a mail asks to follow. */
export function linkIn(mail: Mail): string {
  const link = /https?:\/\/\S+\/auth\/v1\/verify\?\S+/.exec(mail.text)?.[0]
  if (!link) throw new Error(`no link in: ${mail.text}`)
  return link
}

/** A journey that begins signed in, as a member of its own. */
export const test = journey.extend<{ member: Member }>({
  member: async ({ page }, use) => {
    const member = await registerMember(page.request)
    await signIn(page, member)
    await use(member)
  },
})

export { expect }
