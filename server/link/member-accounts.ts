import type { HttpBindings } from '@hono/node-server'
import { authSentences } from '@hot/domain/auth/refusals'
import type { Backend } from '@hot/embedded'
import type { Handler } from 'hono'
import { z } from 'zod'
import type { Ask } from './backend-watch.ts'

type Role = 'admin' | 'moderator' | 'user'
export type Appointment = { email: string; role: Role; password: string; nickname?: string | undefined }

/**
 * Gives a member a role, which the API does not allow. Creates a confirmed account with this password if there is none;
 * `made` says so. A trigger creates the profile; `nickname` is used only when the profile has none.
 */
export async function appoint(
  { ensureAccount, query }: Pick<Backend, 'ensureAccount' | 'query'>,
  { email, role, password, nickname }: Appointment,
): Promise<{ id: string; made: boolean }> {
  const account = await ensureAccount(email, password)
  const profiles = await query(
    'update public.profiles set role = $2, nickname = coalesce(nickname, $3) where id = $1 returning id',
    [account.id, role, nickname ?? null],
  )
  if (profiles.length !== 1) throw new Error('No profile was made for the new account.')
  return account
}

export type InviteMemberOptions = {
  ask: Ask
  backendUrl: string
  publishableKey: string
  /**
   * GoTrue creates accounts only with this key, which never leaves the server. Absent on Supabase without
   * SUPABASE_SECRET_KEY.
   */
  secretKey: () => string | undefined
  siteUrl: string
}

const wish = z.strictObject({ email: z.email().max(254) })
const invited = z.object({ id: z.uuid() })
const refusal = z.object({ error_code: z.string().optional(), msg: z.string().optional() })
const maxBodyBytes = 2048

type Answer = {
  status: 200 | 400 | 401 | 403 | 409 | 413 | 422 | 429 | 501 | 502
  body: { id: string } | { hint: string }
}
const refuse = (status: Answer['status'], hint: string): Answer => ({ status, body: { hint } })

/** The secret key; legacy JWT keys also as bearer token, as Supabase's libraries send them. */
const asServer = (secretKey: string) => ({
  apikey: secretKey,
  ...(secretKey.startsWith('eyJ') ? { authorization: `Bearer ${secretKey}` } : {}),
})

/**
 * `POST /_team/invite {email}` with an admin's token: creates the account and mails its owner an invitation link. The
 * database checks the permission (`admin_prepare_invitation`), logs the action, and issues a code, so that it also
 * works in invite mode. Answers `{id}` or `{hint}`.
 */
export function inviteMember(options: InviteMemberOptions): Handler<{ Bindings: HttpBindings }> {
  return async (c) => {
    const { status, body } = await invite(options, c.req.raw)
    return c.json(body, status, { 'cache-control': 'no-store' })
  }
}

async function invite(options: InviteMemberOptions, request: Request): Promise<Answer> {
  const authorization = request.headers.get('authorization') ?? ''
  if (!authorization.startsWith('Bearer ')) return refuse(401, 'session_not_found')
  const secretKey = options.secretKey()
  if (!secretKey) return refuse(501, 'no_secret_key')
  if (Number(request.headers.get('content-length') ?? Number.POSITIVE_INFINITY) > maxBodyBytes)
    return refuse(413, 'email_address_invalid')
  const asked = wish.safeParse(await request.json().catch(() => null))
  if (!asked.success) return refuse(400, 'email_address_invalid')
  const code = await preparedCode(options, authorization)
  if (typeof code !== 'string') return code
  const answer = await sendInvitation(options, secretKey, asked.data.email, code)
  if (answer.status !== 200) await withdraw(options, authorization, code)
  return answer
}

const post = (
  options: InviteMemberOptions,
  path: string,
  headers: Record<string, string>,
  body: object,
  method = 'POST',
) =>
  options.ask(
    new Request(`${options.backendUrl}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }),
  )

async function preparedCode(options: InviteMemberOptions, authorization: string): Promise<string | Answer> {
  const headers = { apikey: options.publishableKey, authorization }
  const response = await post(options, '/rest/v1/rpc/admin_prepare_invitation', headers, {})
  if (response.ok) return z.string().parse(await response.json())
  return response.status === 401 ? refuse(401, 'session_expired') : refuse(403, 'not_allowed')
}

async function sendInvitation(
  options: InviteMemberOptions,
  secretKey: string,
  email: string,
  code: string,
): Promise<Answer> {
  const redirect = encodeURIComponent(`${options.siteUrl}/auth/callback`)
  const body = { email, data: { invite_code: code } }
  const response = await post(options, `/auth/v1/invite?redirect_to=${redirect}`, asServer(secretKey), body)
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return { status: 200, body: { id: invited.parse(answer).id } }
  const said = refusal.safeParse(answer).data
  if (said?.error_code === 'email_exists') return refuse(409, 'email_exists')
  if (response.status === 429) return refuse(429, 'over_email_send_rate_limit')
  // The exact message of our sign-up hook.
  if (said?.msg === authSentences.email_domain_not_allowed) return refuse(422, 'email_domain_not_allowed')
  return refuse(502, said?.error_code ?? 'unknown')
}

/** Deactivates the code when its mail was not sent. Should this fail too, the code expires within minutes. */
async function withdraw(options: InviteMemberOptions, authorization: string, code: string): Promise<void> {
  const headers = { apikey: options.publishableKey, authorization }
  await post(options, `/rest/v1/invites?code=eq.${code}`, headers, { active: false }, 'PATCH')
}
