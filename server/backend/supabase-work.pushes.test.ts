import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { supabasePushQueue } from './supabase-work.ts'

const asked: { path: string; apikey: unknown; body: unknown }[] = []
const waiting = { id: 7, device: { kind: 'web', token: 'https://push.example/x' } }

/** Answers as a project's API does. */
const project = http.createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  asked.push({ path: request.url ?? '', apikey: request.headers.apikey, body: JSON.parse(body) })
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify([waiting]))
})
beforeAll(() => new Promise<void>((ready) => void project.listen(0, '127.0.0.1', ready)))
afterAll(() => new Promise<void>((done) => void project.close(() => done())))

test('claims for the configured services, and settles with the parameters of the RPC', async () => {
  const url = `http://127.0.0.1:${(project.address() as AddressInfo).port}`
  const queue = supabasePushQueue({ url, publishableKey: 'sb_publishable_x', secretKey: 'sb_secret_x' })
  const [push] = await queue.claim(['ios', 'web'])
  if (!push) throw new Error('nothing was claimed')
  await queue.settle(push, { kind: 'gone', problem: '410' })
  await queue.settle(push, { kind: 'later', problem: '429', waitSeconds: 30 })
  const settled = { p_id: 7, p_token: null, p_wait: 0 }
  expect(asked).toEqual(
    [
      { path: '/rest/v1/rpc/claim_pushes', body: { p_kinds: ['ios', 'web'], p_limit: 50 } },
      {
        path: '/rest/v1/rpc/settle_push',
        body: { ...settled, p_outcome: 'gone', p_problem: '410', p_token: waiting.device.token },
      },
      { path: '/rest/v1/rpc/settle_push', body: { ...settled, p_outcome: 'later', p_problem: '429', p_wait: 30 } },
    ].map((line) => ({ ...line, apikey: 'sb_secret_x' })),
  )
})
