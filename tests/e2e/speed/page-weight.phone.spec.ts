import type { Page } from '@playwright/test'
import type { Samples } from '../../support/site/samples.ts'
import { firstVisits, noteShifts, shiftOf } from '../support/first-visit.ts'
import { expect, test } from '../support/journey.ts'

// The questions shown on a first visit are measured too.
test.use({ knowsHot: false })

/** Limits of the first route with an empty cache: bytes on the wire with headers, as Chromium counts them. */
const most = { script: 137_700, document: 26_000, all: 230_000, requests: 16, shift: 0.005 }

type Route = {
  name: string
  path: string | ((samples: Samples) => string)
  /** More than the others may have. */
  script?: number
}

const pages: readonly Route[] = [
  { name: 'the start page', path: '/' },
  { name: 'the list of stars', path: '/stars' },
  { name: 'a star', path: ({ star }) => star.path },
  { name: 'the list of formats', path: '/formate' },
  { name: 'a format', path: ({ format }) => format.path },
  // The episodes, how far a member has seen them, and what is covered.
  { name: 'a season', path: ({ season }) => season.path, script: 138_600 },
  // Filters, which open before the app runs, and the menu of subscriptions.
  { name: 'the calendar', path: '/kalender', script: 139_400 },
  { name: 'Trashtalk', path: '/trashtalk' },
  { name: 'a list of posts', path: '/trashtalk/geruechte' },
  { name: 'a post', path: ({ rumor }) => rumor.path },
  { name: 'the charts', path: '/charts' },
  { name: 'a chart', path: '/charts/stars/format-statistiken' },
  { name: 'a profile', path: ({ member }) => member.path },
]

type Weight = { script: number; document: number; all: number; requests: number; sheets: number }

/** Counts what each page loads, since the last call. */
async function scales(page: Page): Promise<() => Weight> {
  const nothing: Weight = { script: 0, document: 0, all: 0, requests: 0, sheets: 0 }
  let weight = { ...nothing }
  const types = new Map<string, string>()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  devtools.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (!/^https?:/.test(request.url)) return
    types.set(requestId, type ?? 'Other')
    weight.requests += 1
    if (type === 'Stylesheet') weight.sheets += 1
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!types.has(requestId)) return
    weight.all += encodedDataLength
    if (types.get(requestId) === 'Script') weight.script += encodedDataLength
    if (types.get(requestId) === 'Document') weight.document += encodedDataLength
  })
  return () => {
    types.clear()
    weight = { ...nothing }
    return weight
  }
}

/**
 * Deferred work starts two seconds after a page has loaded, when it is idle (`when-idle.ts`), and is no part of a
 * first view. On a busy machine it would overlap with the measurement, so the page never becomes idle here.
 */
const holdRest = (page: Page) =>
  page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })

for (const [name, those] of [
  ['start page, stars, formats and calendar are', pages.slice(0, 7)],
  ['Trashtalk, charts and profiles are', pages.slice(7)],
] as const) {
  test(`${name} light enough for a phone`, { tag: '@full' }, async ({ page, samples }) => {
    await holdRest(page)
    await noteShifts(page)
    const forget = await firstVisits(page)
    const weigh = await scales(page)
    for (const { name, path, script = most.script } of those)
      await test.step(name, async () => {
        await forget()
        const weight = weigh()
        await page.goto(typeof path === 'string' ? path : path(samples), { waitUntil: 'networkidle' })
        const shift = await shiftOf(page)
        test.info().annotations.push({ type: 'weight', description: JSON.stringify({ name, ...weight, shift }) })
        expect(weight.script, 'scripts were counted').toBeGreaterThan(50_000)
        expect.soft(weight.script, 'bytes of JavaScript').toBeLessThanOrEqual(script)
        expect.soft(weight.document, 'bytes of HTML, with the styles of the page').toBeLessThanOrEqual(most.document)
        expect.soft(weight.all, 'bytes in all').toBeLessThanOrEqual(most.all)
        expect.soft(weight.sheets, 'style sheets beside those in the page').toBe(0)
        expect.soft(weight.requests, 'requests').toBeLessThanOrEqual(most.requests)
        expect.soft(shift, 'layout shift').toBeLessThanOrEqual(most.shift)
      })
  })
}

test('the search brings its own code and not that of other parts', { tag: '@full' }, async ({ page }) => {
  await holdRest(page)
  const forget = await firstVisits(page)
  const weigh = await scales(page)
  await forget()
  await page.goto('/stars/voting', { waitUntil: 'networkidle' })
  const weight = weigh()
  await page.getByRole('button', { name: 'Suche öffnen' }).click()
  await expect(page.getByRole('dialog', { name: 'Suche' }).getByRole('combobox')).toBeFocused()
  // The browser has opened it; its code is under way.
  await expect.poll(() => weight.script, 'scripts were counted').toBeGreaterThan(5_000)
  await page.waitForLoadState('networkidle')
  expect(weight.script, 'bytes of JavaScript').toBeLessThanOrEqual(35_000)
})
