import { expect, test } from 'vitest'
import { asGuest } from '../../support/site/members.ts'
import { site } from '../../support/site/requests.ts'

/** The flag's effect in the browser: tests/e2e/sign-in/session.spec.ts. */
test('the server does not know the flag by which tests once passed the sign-in', async () => {
  const attempts: Record<string, string>[] = [{ hot_e2e_bypass_auth: 'true' }, { cookie: 'hot_e2e_bypass_auth=true' }]
  for (const headers of attempts) {
    const answer = await site.get('/rest/v1/rpc/account_page?hot_e2e_bypass_auth=true', { headers })
    expect(answer.status()).toBeGreaterThanOrEqual(400)
  }
  expect((await site.get('/rest/v1/rpc/account_page', { headers: asGuest() })).status()).toBe(401)
})
