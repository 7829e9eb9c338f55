import type { Page } from '@playwright/test'

/** Holds back the app's code, as a slow network does: the page is painted, and not alive. Returns what lets it through. */
export async function holdCode(page: Page): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await promise
    await route.continue().catch(() => {})
  })
  return async () => {
    resolve()
    await page.unroute('**/assets/*.js')
  }
}

/** Opens an address and waits for its first paint, not for its code. */
export async function openEarly(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  await page.locator('.bottom-bar').waitFor()
}
