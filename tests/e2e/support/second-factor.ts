import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { asMember, type Session } from '../../support/site/members.ts'
import type { Requests } from '../../support/site/requests.ts'
import { expect } from './member.ts'

const period = 30_000

/**
 * The code of an authenticator app, this many steps from now. Each step is accepted once; one step of skew is
 * allowed.
 */
export const codeAt = (secret: string, step = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + step * period })

/**
 * A second factor for a member, enrolled outside the browser with the code of the previous half minute, so that the
 * current one is still unused. Returns its secret.
 */
export async function enrol(request: Requests, session: Session): Promise<string> {
  const headers = asMember(session)
  const enrolled = await request.post('/auth/v1/factors', {
    headers,
    data: { factor_type: 'totp', friendly_name: 'Handy', issuer: 'HoT' },
  })
  expect(enrolled.status(), await enrolled.text()).toBe(200)
  const { id, totp } = (await enrolled.json()) as { id: string; totp: { secret: string } }
  // If the half minute ended in between, that code is two steps old: retry with the one that is now the previous.
  await expect(async () => {
    const challenge = await request.post(`/auth/v1/factors/${id}/challenge`, { headers, data: {} })
    const { id: challengeId } = (await challenge.json()) as { id: string }
    const verified = await request.post(`/auth/v1/factors/${id}/verify`, {
      headers,
      data: { challenge_id: challengeId, code: codeAt(totp.secret, -1) },
    })
    expect(verified.status(), await verified.text()).toBe(200)
  }).toPass({ intervals: [0, 100] })
  return totp.secret
}

/** The assurance level of this browser's session. */
export const assurance = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const token = JSON.parse(localStorage.getItem('sb-hot-auth-token') ?? '{}').access_token as string
    return JSON.parse(atob(token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '')).aal as string
  })
