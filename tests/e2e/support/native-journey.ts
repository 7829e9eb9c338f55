import type { Page } from '@playwright/test'
import { alive } from './journey.ts'
import { expect, type Member, test as memberTest, sessionOf } from './member.ts'
import { carryNativeApp, shellOrigin } from './native-app.ts'
import { sessionKey } from './session-steps.ts'

/** Brings the app to a page. */
type Carry = (page: Page) => Promise<void>
type Shell = {
  open: (page: Page, path: string) => Promise<void>
  signIn: (page: Page, member: Member) => Promise<void>
}

/** The app with its pages where the shells have them, on a device that `shellBridge` makes. */
export const test = memberTest.extend<{ shell: Shell }, { carry: Carry }>({
  carry: [
    async ({ playwright: _ }, use) => {
      const carry = await carryNativeApp(process.env.HOT_E2E_URL ?? '')
      const carried = new WeakSet<Page>()
      await use(async (page) => {
        if (carried.has(page)) return
        // Chromium asks before a page of one machine speaks to another server on it; a device has no such server.
        await page.context().grantPermissions(['local-network-access'], { origin: shellOrigin })
        await carry(page)
        carried.add(page)
      })
    },
    // Without `npm test` the first to come builds the app.
    { scope: 'worker', timeout: 180_000 },
  ],
  shell: async ({ carry }, use) =>
    use({
      async open(page, path) {
        await carry(page)
        await page.goto(shellOrigin + path)
        await alive(page)
      },
      // The app finds the session where it keeps it: before it is opened.
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
