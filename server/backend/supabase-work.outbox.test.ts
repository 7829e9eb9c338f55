import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { supabaseOutbox, supabasePreviews } from './supabase-work.ts'

type Asked = { path: string; apikey: unknown; authorization: unknown; body: unknown }
const asked: Asked[] = []
let status = 200

/** Answers as a project's API does. */
const project = http.createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { apikey, authorization } = request.headers
  asked.push({ path: request.url ?? '', apikey, authorization, body: JSON.parse(Buffer.concat(chunks).toString()) })
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(
    JSON.stringify({ mails: [{ id: 7, recipient: 'a@b.de', template: 'report_outcome', data: {} }], held: 0 }),
  )
})
const url = () => `http://127.0.0.1:${(project.address() as AddressInfo).port}`
const outbox = (secretKey: string) => supabaseOutbox({ url: url(), publishableKey: 'sb_publishable_x', secretKey }, 10)

beforeAll(() => new Promise<void>((ready) => void project.listen(0, '127.0.0.1', ready)))
afterAll(() => new Promise<void>((done) => void project.close(() => done())))
beforeEach(() => {
  asked.length = 0
  status = 200
})

test('claims and settles mails with the secret key, which is not sent as a JWT', async () => {
  const { claim, settle } = outbox('sb_secret_x')
  expect(await claim()).toMatchObject({ mails: [{ id: 7 }], held: 0 })
  await settle(7, null)
  await settle(8, 'ECONNREFUSED')
  expect(asked).toEqual([
    {
      path: '/rest/v1/rpc/claim_mails',
      apikey: 'sb_secret_x',
      authorization: undefined,
      body: { p_limit: 20, p_per_hour: 10 },
    },
    ...[
      { p_id: 7, p_problem: null },
      { p_id: 8, p_problem: 'ECONNREFUSED' },
    ].map((body) => ({ path: '/rest/v1/rpc/settle_mail', apikey: 'sb_secret_x', authorization: undefined, body })),
  ])
})

test('an older service_role key is a JWT and is sent as one', async () => {
  await outbox('eyJ.x.y').claim()
  expect(asked[0]).toMatchObject({ apikey: 'eyJ.x.y', authorization: 'Bearer eyJ.x.y' })
})

test('a refusal is a failure that names the call', async () => {
  status = 401
  await expect(outbox('sb_secret_x').claim()).rejects.toThrow('claim_mails: 401')
})

test('links are claimed and settled in the same way', async () => {
  const { claim, settle } = supabasePreviews({
    url: url(),
    publishableKey: 'sb_publishable_x',
    secretKey: 'sb_secret_x',
  })
  await claim()
  await settle('https://rtl.de/', { title: 'Titel', site: 'RTL' })
  await settle('https://gala.de/', null)
  expect(asked.map(({ path, body }) => [path.replace('/rest/v1/rpc/', ''), body])).toEqual([
    ['claim_previews', {}],
    ['settle_preview', { p_url: 'https://rtl.de/', p_title: 'Titel', p_site: 'RTL' }],
    ['settle_preview', { p_url: 'https://gala.de/', p_title: null, p_site: null }],
  ])
})
