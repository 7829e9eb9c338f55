import type { BrowserContext, Page } from '@playwright/test'
import { alive } from './journey.ts'
import { test as asMember, expect, type Session } from './member.ts'
import { serveNativeApp } from './native-app.ts'
import { sessionKey } from './session-steps.ts'
import { startWorkerFront, type WorkerFront } from './worker-front.ts'

/** A shell on a device: the app comes with it, and its backend can be taken away (`front.away`). */
type Shell = { url: string; front: WorkerFront }

/** What a device says of its network; it lies in the app's storage, so that the next start finds it. */
const cutKey = 'e2e-no-network'

/** Runs in each page: the files of the app come either way, as from a device. */
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
  // Being without a network is one failed request after the other.
  faultsExpected: true,
})

/** The network of the device goes or comes. */
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

/** The session lies where the app finds it. `expired`: its token ran out while the app was closed. */
export async function putSession(page: Page, { url }: Shell, session: Session, expired = false): Promise<void> {
  await page.goto(`${url}/config.json`)
  const stored = expired ? { ...session, expires_at: Math.floor(Date.now() / 1000) - 60 } : session
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [sessionKey, JSON.stringify(stored)] as const)
}

/** Query keys of everything the device has kept, as text. */
export const keptKeys = (page: Page): Promise<string[]> =>
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

export const isKept = (page: Page, part: string) =>
  expect.poll(async () => (await keptKeys(page)).join('\n'), { message: `${part} is kept` }).toContain(part)

/** The member's part of the account menu is there. */
export async function isSignedIn(page: Page): Promise<void> {
  const menu = page.getByRole('banner').locator('details', { has: page.getByText('Dunkel') })
  await menu.locator('summary').click()
  await expect(menu.getByRole('button', { name: 'Abmelden' })).toBeVisible()
  await menu.locator('summary').click()
}

export { expect }
