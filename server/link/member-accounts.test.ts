import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { inviteMember } from './member-accounts.ts'

const id = '10000000-0000-4000-8000-000000000001'
type Answers = Record<string, () => Response>

const json =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status })
const good: Answers = {
  'POST /rest/v1/rpc/admin_prepare_invitation': json('ABCDEFGH'),
  'POST /auth/v1/invite': json({ id, email: 'neu@gmail.com' }),
  'PATCH /rest/v1/invites': () => new Response(null, { status: 204 }),
}

async function invite(
  answers: Answers,
  body: unknown = { email: 'neu@gmail.com' },
  secretKey: string | undefined = 'sb_secret_x',
) {
  const asked: { call: string; headers: Headers; body: unknown; search: string }[] = []
  const app = new Hono<{ Bindings: never }>()
  const handler = inviteMember({
    ask: async (request) => {
      const { pathname, search } = new URL(request.url)
      const call = `${request.method} ${pathname}`
      asked.push({ call, headers: request.headers, body: await request.json(), search })
      return (answers[call] ?? (() => new Response(null, { status: 500 })))()
    },
    backendUrl: 'http://in.process',
    publishableKey: 'sb_publishable_x',
    secretKey: () => secretKey,
    siteUrl: 'https://hot.example',
  })
  app.post('/_team/invite', handler as never)
  const text = JSON.stringify(body)
  const answer = await app.request('/_team/invite', {
    method: 'POST',
    headers: { authorization: 'Bearer t', 'content-length': String(text.length) },
    body: text,
  })
  return { status: answer.status, body: await answer.json(), asked }
}

test('calls the database as the caller, and GoTrue with the secret key and its own code', async () => {
  const { status, body, asked } = await invite(good)
  expect([status, body]).toEqual([200, { id }])
  const [prepared, sent] = asked
  expect(prepared?.headers.get('authorization')).toBe('Bearer t')
  expect(prepared?.headers.get('apikey')).toBe('sb_publishable_x')
  expect(sent?.headers.get('apikey')).toBe('sb_secret_x')
  expect(sent?.headers.get('authorization')).toBeNull()
  expect(sent?.body).toEqual({ email: 'neu@gmail.com', data: { invite_code: 'ABCDEFGH' } })
  expect(sent?.search).toBe('?redirect_to=https%3A%2F%2Fhot.example%2Fauth%2Fcallback')
  expect(asked).toHaveLength(2)
})

test('no request with the secret key is sent for a caller the database refuses', async () => {
  const refused = { ...good, 'POST /rest/v1/rpc/admin_prepare_invitation': json({ hint: 'not_allowed' }, 403) }
  const { status, body, asked } = await invite(refused)
  expect([status, body, asked.length]).toEqual([403, { hint: 'not_allowed' }, 1])
})

test.each([
  [json({ error_code: 'email_exists', msg: 'A user with …' }, 422), 409, 'email_exists'],
  [json({ error_code: 'hook_error', msg: 'E-Mail nicht erlaubt' }, 403), 422, 'email_domain_not_allowed'],
  [json({ error_code: 'over_email_send_rate_limit', msg: '' }, 429), 429, 'over_email_send_rate_limit'],
  [() => new Response('<html>', { status: 500 }), 502, 'unknown'],
])('a refusal by GoTrue is reported, and the code withdrawn: %#', async (answer, status, hint) => {
  const outcome = await invite({ ...good, 'POST /auth/v1/invite': answer })
  expect([outcome.status, outcome.body]).toEqual([status, { hint }])
  expect(outcome.asked.at(-1)).toMatchObject({ call: 'PATCH /rest/v1/invites', body: { active: false } })
})

test.each([[{}], [{ email: 'nein' }], [{ email: 'a@b.de', role: 'admin' }], [['a@b.de']], [{ email: 7 }]])(
  '%j is asked of nobody',
  async (body) => {
    const outcome = await invite(good, body)
    expect([outcome.status, outcome.body, outcome.asked]).toEqual([400, { hint: 'email_address_invalid' }, []])
  },
)

test('a body that is too long and a missing key are reported', async () => {
  expect((await invite(good, { email: 'x'.repeat(3000) })).status).toBe(413)
  expect((await invite(good, undefined, '')).body).toEqual({ hint: 'no_secret_key' })
})
