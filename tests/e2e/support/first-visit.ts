import type { Page } from '@playwright/test'

/**
 * Lets one page open several addresses, each as a first visit: empty caches and storage. Call the returned function
 * before each.
 */
export async function firstVisits(page: Page): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  return async () => {
    const { origin } = new URL(page.url())
    await page.goto('about:blank')
    if (origin !== 'null') await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  }
}

/** From now on records how much the page shifts (Cumulative Layout Shift, without shifts caused by input). */
export const noteShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    Reflect.set(window, 'shifts', [])
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (!Reflect.get(entry, 'hadRecentInput')) Reflect.get(window, 'shifts').push(Reflect.get(entry, 'value'))
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** The recorded sum of the current page. */
export const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(() => (Reflect.get(window, 'shifts') as number[]).reduce((sum, shift) => sum + shift, 0))
