import { type Consent, consentQuestion } from '@hot/domain/privacy/consent'
import { storageKeys } from '@hot/domain/privacy/storage-keys'
import type { BrowserContext, ConsoleMessage, Page, Request } from '@playwright/test'
import { isEveryControlHydrated } from '../../support/web/hydrated.ts'
import { test as base, expect } from './wire.ts'

type Options = {
  /** For journeys that cause failures themselves. */
  faultsExpected: boolean
  /** Off for journeys about the first visit: nothing chosen about counting, app modal not yet seen. */
  knowsHot: boolean
}
type Fixtures = { faults: string[] }

/** Leaving a page aborts its requests; that is no failure. */
const isAbort = (request: Request) => request.failure()?.errorText === 'net::ERR_ABORTED'

function watch(page: Page, faults: string[]): void {
  page.on('console', (message: ConsoleMessage) => {
    // A warning says that the app was not prepared for a text that translation has replaced.
    if (message.type() === 'error' || message.text().startsWith('Etwas außerhalb von HoT'))
      faults.push(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => faults.push(`exception: ${error.message}`))
  page.on('requestfailed', (request) => {
    if (!isAbort(request)) faults.push(`request: ${request.url()} ${request.failure()?.errorText}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`answer: ${response.status()} ${response.url()}`)
  })
}

/**
 * A returning visitor: the questions of a first visit are answered and cover nothing. A journey's own changes to them
 * persist.
 */
export async function comesBack(context: BrowserContext): Promise<BrowserContext> {
  const consent: Consent = { level: 'essential', acceptedAt: '2026-01-01T00:00:00.000Z', text: consentQuestion.version }
  const settled: [string, string][] = [
    [storageKeys.consent, JSON.stringify(consent)],
    [storageKeys.appModalSeen, 'true'],
  ]
  await context.addInitScript((records) => {
    try {
      for (const [key, value] of records) if (localStorage.getItem(key) === null) localStorage.setItem(key, value)
    } catch {
      // A frame without an address of its own, or a journey that blocks storage.
    }
  }, settled)
  return context
}

/** An overlay that has just closed still takes its step of the history back, which would abort a page being opened. */
const hasNoStepToTakeBack = () =>
  !history.state?.hotOverlay ||
  document.querySelector('dialog[open], [role=dialog], [role=menu], details[open]') !== null

const stepTaken = (page: Page) => page.waitForFunction(hasNoStepToTakeBack, undefined, { timeout: 10_000 })

/** Reloads once overlays are settled, as nobody presses within the same few milliseconds. */
function patient(page: Page): Page {
  const reload = page.reload.bind(page)
  page.reload = async (options) => {
    await stepTaken(page)
    return reload(options)
  }
  return page
}

/**
 * Every journey also fails on a console error (violations of the content policy are logged as such) or a failed
 * request.
 */
export const test = base.extend<Options & Fixtures>({
  faultsExpected: [false, { option: true }],
  knowsHot: [true, { option: true }],
  context: async ({ context, knowsHot }, use) => use(knowsHot ? await comesBack(context) : context),
  page: async ({ page }, use) => use(patient(page)),
  faults: [
    async ({ page, faultsExpected }, use) => {
      const faults: string[] = []
      watch(page, faults)
      await use(faults)
      if (!faultsExpected) expect(faults).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/**
 * The theme toggle knows the current theme only once React runs: the first sign of hydration. Found by its element,
 * because a dialog that opens immediately hides the header from the accessibility tree.
 */
export async function alive(page: Page): Promise<void> {
  await expect(page.locator('.site-header button[aria-pressed=true]'), 'the page is hydrated').toHaveCount(1)
  await page.waitForFunction(isEveryControlHydrated, undefined, { timeout: 30_000 })
}

/** Opens an address and waits until the page is interactive. */
export async function visit(page: Page, path: string) {
  await stepTaken(page)
  const response = await page.goto(path)
  await alive(page)
  return response
}

/**
 * Advances the page's clock, which the journey has installed, by seconds. After each second the page gets an answer
 * from the server, so the requests it started before have been sent.
 */
export async function pass(page: Page, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    await page.clock.fastForward(1_000)
    await page.evaluate(() => fetch('/robots.txt', { cache: 'no-store' }).then((answer) => answer.text()))
  }
}

/** The path of a guest who needs to be signed in: to sign-in, and afterwards back. */
export const signInFor = (path: string) => `/auth?weiter=${encodeURIComponent(path)}`

/** Path with search of the current address. */
export function addressOf(page: Page): string {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}

/** Scrolls until the text is shown at the end of an endless list. */
export async function scrollTo(page: Page, end: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await expect(page.getByText(end)).toBeVisible({ timeout: 250 })
  }).toPass({ intervals: [0] })
}
