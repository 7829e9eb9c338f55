import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { shellCors } from './app.ts'

const app = new Hono()
app.use('/_team/invite', shellCors)
app.post('/_team/invite', (c) => c.json({ hint: 'not_allowed' }, 403))

const ask = (method: string, origin: string) => {
  const preflight = {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type',
  }
  return app.request('/_team/invite', { method, headers: { origin, ...(method === 'OPTIONS' ? preflight : {}) } })
}

test.each(['https://localhost', 'capacitor://localhost'])(
  'an app at %s may ask, and reads a refusal',
  async (origin) => {
    const before = await ask('OPTIONS', origin)
    expect([before.status, before.headers.get('access-control-allow-origin')]).toEqual([204, origin])
    expect(before.headers.get('access-control-allow-headers')).toBe('authorization,content-type')
    const answer = await ask('POST', origin)
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([403, origin])
  },
)

test.each(['https://evil.example', 'https://localhost.evil.example', 'http://localhost', 'null'])(
  'a page of %s may not',
  async (origin) => {
    for (const method of ['OPTIONS', 'POST'])
      expect((await ask(method, origin)).headers.get('access-control-allow-origin')).toBeNull()
  },
)
