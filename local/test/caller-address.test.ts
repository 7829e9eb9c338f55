import path from 'node:path'
import { openBackend } from '@hot/local/backend'
import { expect, test } from 'vitest'
import { OPENS_A_DATABASE } from './open-contract.ts'

const migrationsDir = path.join(import.meta.dirname, '../../supabase/migrations')
const SITE = 'http://127.0.0.1:4999'

test(
  'SQL throttles guests by the address of the connection, whatever their headers say',
  OPENS_A_DATABASE,
  async () => {
    const backend = await openBackend({ migrationsDir, siteUrl: SITE, jobs: [] })
    const guess = (remoteAddress: string, forged: number) =>
      backend.fetch(
        new Request(`${SITE}/rest/v1/rpc/check_invite`, {
          method: 'POST',
          headers: {
            apikey: backend.publishableKey,
            'content-type': 'application/json',
            'x-forwarded-for': `10.0.0.${forged}`,
            'cf-connecting-ip': `10.0.1.${forged}`,
          },
          body: JSON.stringify({ p_code: `FALSCH${forged + 20}` }),
        }),
        { remoteAddress },
      )
    for (let n = 0; n < 10; n++) expect(await (await guess('203.0.113.7', n)).json()).toEqual({ state: 'unknown' })
    const refused = await guess('203.0.113.7', 10)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
    expect(await refused.json()).toMatchObject({ hint: 'rate_limited', message: expect.stringContaining('Zu viele') })
    expect((await guess('203.0.113.8', 11)).status).toBe(200)
    await backend.close()
  },
)
