import type { Page } from '@playwright/test'
import { type Member, sessionOf } from '../../support/site/members.ts'
import { alive } from './journey.ts'
import { expect, test as memberTest } from './member.ts'
import { carryNativeApp, shellOrigin } from './native-app.ts'
import { sessionKey } from './session-steps.ts'

/** Opens a page in the app. */
type Carry = (page: Page) => Promise<void>
type Shell = {
  open: (page: Page, path: string) => Promise<void>
  signIn: (page: Page, member: Member) => Promise<void>
}

/** The app with its pages at the shell's origin, on a device simulated by `shellBridge`. */
export const test = memberTest.extend<{ shell: Shell }, { carry: Carry }>({
  carry: [
    async ({ playwright: _ }, use) => {
      const carry = await carryNativeApp(process.env.HOT_E2E_URL ?? '')
      const carried = new WeakSet<Page>()
      await use(async (page) => {
        if (carried.has(page)) return
        // Chromium asks before a local page may talk to another local server; devices do not.
        await page.context().grantPermissions(['local-network-access'], { origin: shellOrigin })
        await carry(page)
        carried.add(page)
      })
    },
    // Without `npm test` the first journey builds the app.
    { scope: 'worker', timeout: 180_000 },
  ],
  shell: async ({ carry }, use) =>
    use({
      async open(page, path) {
        await carry(page)
        await page.goto(shellOrigin + path)
        await alive(page)
      },
      // Puts the session where the app stores it, before the app is opened.
      async signIn(page, member) {
        const session = JSON.stringify(await sessionOf(page.request, member))
        await carry(page)
        await page.goto(`${shellOrigin}/config.json`)
        await page.evaluate(([key, value]) => localStorage.setItem(key, value), [sessionKey, session] as const)
      },
    }),
})

export const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Schnellzugriff' }).getByRole('link', { name, exact: true })
export const headline = (page: Page) => page.getByRole('heading', { level: 1 })

export { expect, shellOrigin }
