import type { Page } from '@playwright/test'
import { type Member, registerMember, type Session, sessionOf } from '../../support/site/members.ts'
import { site } from '../../support/site/requests.ts'
import { test as journey } from './journey.ts'
import { expect } from './wire.ts'

/** Where auth-js stores the session, as named in `web/src/lib/auth/session/auth-client.ts`. */
const sessionKey = 'sb-hot-auth-token'

/** Signs the page's browser in, as the dialog does; the journeys about the dialog use that instead. */
export async function signIn(page: Page, member: Member): Promise<Session> {
  const session = await sessionOf(page.request, member)
  await putSession(page, session)
  return session
}

async function putSession(page: Page, session: Session): Promise<void> {
  await page.goto('/robots.txt')
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    sessionKey,
    JSON.stringify(session),
  ] as const)
}

/**
 * `member`: a journey that begins signed in, as a member of its own. `reader`: as a member shared with other
 * journeys, who changes nothing.
 */
export const test = journey.extend<
  { member: Member; reader: Member },
  { signedInReader: { member: Member; session: Session } }
>({
  signedInReader: [
    async ({ playwright: _ }, use) => {
      const member = await registerMember(site)
      await use({ member, session: await sessionOf(site, member) })
    },
    { scope: 'worker' },
  ],
  reader: async ({ page, signedInReader: { member, session } }, use) => {
    await putSession(page, session)
    await use(member)
  },
  member: async ({ page }, use) => {
    const member = await registerMember(page.request)
    await signIn(page, member)
    await use(member)
  },
})

export { expect }
