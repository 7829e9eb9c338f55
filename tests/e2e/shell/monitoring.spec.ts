import fs from 'node:fs'
import { consentQuestion } from '@hot/domain/privacy/consent'
import type { Page } from '@playwright/test'
import { expect, test, visit } from '../support/journey.ts'

// Documents come straight from the server, so that this journey can change their configuration.
test.use({ faultsExpected: true, serviceWorkers: 'block' })

type Item = { type: string; body: Record<string, unknown> }

/** Stands in for the service that takes error reports, at our own origin; returns what has arrived. */
async function takeReports(page: Page): Promise<Item[]> {
  const items: Item[] = []
  await page.route('**/api/1/envelope/**', (route) => {
    const lines = (route.request().postData() ?? '').split('\n')
    for (let at = 1; at + 1 < lines.length; at += 2) {
      const { type } = JSON.parse(lines[at] ?? '') as { type: string }
      const text = lines[at + 1] ?? ''
      items.push({ type, body: text.startsWith('{') ? JSON.parse(text) : { text } })
    }
    return route.fulfill({ json: {} })
  })
  return items
}

/** The configuration of a server with SENTRY_DSN. */
async function configureReports(page: Page, origin: string): Promise<void> {
  const dsn = new URL('/1', origin)
  dsn.username = 'abc123'
  const reports = JSON.stringify({ dsn: dsn.href, profile: 'public' }).replaceAll('"', '&quot;')
  await page.route(
    (url) => url.origin === origin && url.pathname === '/impressum',
    async (route) => {
      const answer = await route.fetch()
      const html = (await answer.text()).replace(
        '&quot;siteUrl&quot;',
        `&quot;reports&quot;:${reports},&quot;siteUrl&quot;`,
      )
      await route.fulfill({ response: answer, body: html })
    },
  )
}

const fail = (page: Page, text: string) =>
  page.evaluate((message) => void setTimeout(() => Promise.reject(new Error(message))), text)

async function choose(page: Page, level: 'essential' | 'full'): Promise<void> {
  const asked = [level, consentQuestion.version] as const
  await page.evaluate(([chosen, text]) => {
    const key = 'hot_consent_v1'
    localStorage.setItem(key, JSON.stringify({ level: chosen, acceptedAt: new Date().toISOString(), text }))
    window.dispatchEvent(new StorageEvent('storage', { key }))
  }, asked)
}

test('the console keeps to warnings and errors; errors are reported with their number, only where the operator says to, and a replay only with full consent', async ({
  page,
  baseURL,
}) => {
  const origin = new URL(baseURL ?? '').origin
  const items = await takeReports(page)
  const messages = () => items.map(({ body }) => JSON.stringify(body.exception ?? null))
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await visit(page, '/impressum')
  await page.evaluate(() => {
    for (const method of ['log', 'debug', 'info', 'warn', 'error'] as const) console[method](`von ${method}`)
    console.time('von time')
    console.timeEnd('von time')
  })
  await expect.poll(() => said).toContain('von error')
  expect(said.filter((text) => text.startsWith('von'))).toEqual(['von warn', 'von error'])
  await fail(page, 'niemand hört zu')
  await page.waitForLoadState('networkidle')
  expect(items).toEqual([])

  await configureReports(page, origin)
  await visit(page, '/impressum?von=geheim')
  await fail(page, `kaputt bei anna@web.de unter ${origin}/stars?q=geheim`)
  await expect.poll(() => items.length).toBe(1)
  const [first] = items
  expect(first).toMatchObject({
    type: 'event',
    body: { release: fs.readFileSync('web/dist/release', 'utf8').trim(), environment: 'production' },
  })
  expect(first?.body.tags).toMatchObject({ page_trace: expect.stringMatching(/^[0-9a-f]{32}$/) })
  expect(messages()[0]).toContain(`kaputt bei [E-Mail] unter ${origin}/stars`)
  expect(JSON.stringify(first)).not.toMatch(/anna|geheim/)
  expect(first?.body).not.toHaveProperty('breadcrumbs')
  expect(first?.body).not.toHaveProperty('user')

  const asked = page.waitForRequest(/\/rest\/v1\//)
  await page.getByRole('navigation', { name: 'Hauptmenü' }).getByRole('link', { name: 'Kalender' }).click()
  const trace = (await asked).headers().traceparent?.split('-')[1]
  expect(first?.body.tags).toMatchObject({ page_trace: trace })

  await page.evaluate(() => {
    const { matchMedia } = window
    const broken = () => {
      throw new Error('kaputte Hülle')
    }
    Object.assign(window, { matchMedia: broken, heal: () => Object.assign(window, { matchMedia }) })
  })
  await page.getByRole('button', { name: 'Suche öffnen' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ups! Etwas ist schief gelaufen')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Ein unerwarteter Fehler ist aufgetreten. Wir wurden automatisch benachrichtigt.')
  await expect(alert).toContainText('Falls das Problem weiterhin besteht, kontaktiere uns über das Support-System.')
  await expect(alert.getByRole('link', { name: 'Zur Startseite' })).toHaveAttribute('href', '/')
  // The number appears one step after the screen.
  const screen = alert.filter({ hasText: 'Fehlernummer' })
  const shown = /Fehlernummer (\S+)/.exec(await screen.innerText())?.[1]
  expect(shown).toBeTruthy()
  await expect.poll(() => items.map(({ body }) => (body.tags as { error_id?: string })?.error_id)).toContain(shown)
  const ofShell = items.find(({ body }) => (body.tags as { error_id?: string })?.error_id === shown)
  expect(JSON.stringify(ofShell?.body.contexts)).toContain('componentStack')
  await page.evaluate(() => Reflect.get(window, 'heal')())
  await alert.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kalender')

  await choose(page, 'full')
  let last = ''
  await expect
    .poll(
      async () => {
        last = `mit Aufzeichnung ${items.length} ${Date.now()}`
        await fail(page, last)
        return items.some(({ type }) => type === 'replay_event')
      },
      { intervals: [1000], timeout: 40_000 },
    )
    .toBe(true)
  // Its error is still being sent; reports sent before the withdrawal do not matter here.
  await expect.poll(messages).toContainEqual(expect.stringContaining(last))
  await choose(page, 'essential')
  const before = items.length
  await fail(page, 'nach dem Widerruf')
  await expect.poll(messages).toContainEqual(expect.stringContaining('nach dem Widerruf'))
  await page.goto('/impressum')
  expect(items.slice(before).map(({ type }) => type)).toEqual(['event'])
  expect(items.slice(before).some(({ body }) => 'breadcrumbs' in body)).toBe(false)
})
