import { gateway } from '@hot/embedded/gateway/gateway'
import { describe, expect, test } from 'vitest'
import { stubServers } from '../../tests/support/server/stub-servers.ts'
import { isOwnOrigin } from './backend-routes.ts'

const start = stubServers()

/** All headers that supabase-js and our own clients add to a request. */
const sent = 'apikey,authorization,content-profile,content-type,prefer,range,x-client-info,x-upsert,traceparent'

const nothing = () => {
  throw new Error('asked before the preflight was answered')
}
const api = gateway({
  sessions: 1,
  keys: { roleOf: nothing, verify: nothing } as never,
  lite: { fetch: nothing } as never,
  auth: nothing,
  addressOf: (_, address) => address,
})

describe.each(['https://localhost', 'capacitor://localhost'])('an app at %s', (origin) => {
  test.each(['/rest/v1/rpc/page_home', '/auth/v1/token', '/storage/v1/object/avatars/a/b.webp'])(
    'may ask %s, with every header, and keeps the permission for a day',
    async (path) => {
      const { get } = await start({ gateway: api })
      const asks = { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': sent }
      const answer = await get(path, asks, 'OPTIONS')
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
      expect(answer.headers.get('access-control-allow-headers')).toBe(sent)
      expect(answer.headers.get('access-control-allow-methods')).toContain('PATCH')
      expect(answer.headers.get('access-control-max-age')).toBe('86400')
    },
  )

  test('can read errors too, and the site’s configuration', async () => {
    const { get } = await start({
      gateway: async () => {
        throw new Error('broken')
      },
    })
    const failed = await get('/rest/v1/stars', { origin })
    expect([failed.status, failed.headers.get('access-control-allow-origin')]).toEqual([500, '*'])
    expect((await get('/config.json', { origin })).headers.get('access-control-allow-origin')).toBe('*')
  })

  test('may open the socket', () => expect(isOwnOrigin(origin, 'hot.example', 'https://hot.example')).toBe(true))
})
