import type { Locator, Page } from '@playwright/test'
import { tabTo } from './account-steps.ts'
import { expect } from './wire.ts'

/** Notes what screen readers are told: what changes in a region that they know, and alerts. Before the first page. */
export async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const said: string[] = []
    Object.assign(window, { said })
    const regions = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]'
    const known = new WeakSet<Element>()
    const say = (element: Element) => {
      const text = element.textContent?.replace(/\s+/g, ' ').trim()
      if (text && said.at(-1) !== text) said.push(text)
    }
    const look = (records: MutationRecord[]) => {
      for (const { target } of records) {
        const region = (target instanceof Element ? target : target.parentElement)?.closest(regions)
        if (region && known.has(region)) say(region)
      }
      for (const region of document.querySelectorAll(regions)) {
        // A region that is born with its words is not read, except an alert.
        if (!known.has(region) && region.matches('[role=alert]')) say(region)
        known.add(region)
      }
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
  })
}

/** What was said since the last time this was asked. */
const takeSaid = (page: Page) => page.evaluate(() => (Reflect.get(window, 'said') as string[]).splice(0))

/** Fails unless this is said, now or soon; what was said before it is passed over. */
export async function hear(page: Page, text: string | RegExp): Promise<void> {
  const heard: string[] = []
  await expect
    .poll(
      async () => {
        heard.push(...(await takeSaid(page)))
        return heard.some((one) => (typeof text === 'string' ? one.includes(text) : text.test(one)))
      },
      { message: `says ${text}; said: ${heard.join(' | ')}` },
    )
    .toBe(true)
}

/** Where the keyboard goes on from: something that is shown, and never the page as a whole. */
const hasFocus = (page: Page) =>
  page.evaluate(() => document.activeElement !== document.body && document.activeElement?.checkVisibility() === true)

export const expectFocus = (page: Page): Promise<void> =>
  expect.poll(() => hasFocus(page), 'the focus is not lost').toBe(true)

/** What an act led to is there, and the focus is somewhere. */
async function led(page: Page, to: Locator): Promise<void> {
  await expect(to).toBeVisible()
  await expectFocus(page)
}

/** Goes to a control by Tab and presses it. */
export async function press(page: Page, control: Locator, to: Locator): Promise<void> {
  await expect(control).toBeVisible()
  await tabTo(page, control, 200)
  await page.keyboard.press('Enter')
  await led(page, to)
}

/** Types keys wherever the focus is. */
export async function keys(page: Page, pressed: readonly string[], to: Locator): Promise<void> {
  for (const key of pressed) await page.keyboard.press(key)
  await led(page, to)
}
