import type { BrowserContext, Page } from '@playwright/test'
import type { Session } from '../../support/site/members.ts'
import { alive } from './journey.ts'
import { test as asMember, expect } from './member.ts'
import { serveNativeApp } from './native-app.ts'
import { sessionKey } from './session-steps.ts'
import { startWorkerFront, type WorkerFront } from './worker-front.ts'

/** A shell on a device: the app's files are local, and its backend can be made unreachable (`front.away`). */
type Shell = { url: string; front: WorkerFront }

/** The device's network state; stored in the app's storage, so that the next start finds it. */
const cutKey = 'e2e-no-network'

/** Runs in each page: the app's files load either way, as on a device. */
function believeDevice(key: string): void {
  Object.defineProperty(navigator, 'onLine', { get: () => localStorage.getItem(key) === null })
}

export const test = asMember.extend<{ shell: Shell }>({
  shell: async ({ context }, use) => {
    const front = await startWorkerFront(process.env.HOT_E2E_URL ?? '')
    const { url, close } = await serveNativeApp(front.url)
    await context.addInitScript(believeDevice, cutKey)
    await use({ url, front })
    await close()
    await front.close()
  },
  // Without a network every request fails, which the browser logs.
  faultsExpected: true,
})

/** The device's network goes down or comes back. */
export const setNetwork = (page: Page, there: boolean) =>
  page.evaluate(
    ([key, on]) => {
      if (on) localStorage.removeItem(key)
      else localStorage.setItem(key, '')
      window.dispatchEvent(new Event(on ? 'online' : 'offline'))
    },
    [cutKey, there] as const,
  )

/** The app is closed and started again on the same device. */
export async function startAgain(context: BrowserContext, { url }: Shell, path: string): Promise<Page> {
  for (const page of context.pages()) await page.close()
  const page = await context.newPage()
  await page.goto(url + path)
  return page
}

export async function openShell(page: Page, { url }: Shell, path: string): Promise<void> {
  await page.goto(url + path)
  await alive(page)
}

/** Stores the session where the app finds it. `expired`: its token ran out while the app was closed. */
export async function putSession(page: Page, { url }: Shell, session: Session, expired = false): Promise<void> {
  await page.goto(`${url}/config.json`)
  const stored = expired ? { ...session, expires_at: Math.floor(Date.now() / 1000) - 60 } : session
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [sessionKey, JSON.stringify(stored)] as const)
}

/** Query keys of everything the device has persisted, as text. */
export const persistedKeys = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('hot-kept')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const reading = opening.result.transaction('queries').objectStore('queries').getAllKeys()
          reading.onsuccess = () => resolve(reading.result.map(String))
          reading.onerror = () => reject(reading.error)
        }
      }),
  )

export const isPersisted = (page: Page, part: string) =>
  expect.poll(async () => (await persistedKeys(page)).join('\n'), { message: `${part} is persisted` }).toContain(part)

/** The member's part of the account menu is shown. */
export async function isSignedIn(page: Page): Promise<void> {
  const menu = page.getByRole('banner').locator('details', { has: page.getByText('Dunkel') })
  await menu.locator('summary').click()
  await expect(menu.getByRole('button', { name: 'Abmelden' })).toBeVisible()
  await menu.locator('summary').click()
}

export { expect }
