import { expect, test, visit } from '../support/journey.ts'

test.use({ faultsExpected: true })

test('from a page there is not to a list that cannot go on, to a page that cannot be loaded, and on', async ({
  page,
}) => {
  await page.clock.install()
  const main = page.getByRole('main')
  await test.step('an unknown address says so with status 404 and leads on', async () => {
    const response = await visit(page, '/gibt/es/nicht')
    expect(response?.status()).toBe(404)
    await expect(page).toHaveTitle('Diese Seite wurde rausgewählt – HoT')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Diese Seite wurde rausgewählt.')
    await main.getByRole('link', { name: 'Alle Stars' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stars')
  })

  /** Retries have growing delays, which this journey does not wait for. */
  const passRetries = (shown: () => Promise<void>) =>
    expect(async () => {
      await page.clock.fastForward(5_000)
      await shown()
    }).toPass()

  await test.step('a list that cannot go on keeps what it shows and can be continued', async () => {
    await page.route('**/rest/v1/rpc/stars_page**', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    const alert = page.getByRole('alert')
    await passRetries(() => expect(alert).toContainText('Ein unbekannter Fehler ist aufgetreten', { timeout: 500 }))
    const cards = main.getByRole('article')
    const before = await cards.count()
    expect(before).toBeGreaterThan(0)
    await page.unroute('**/rest/v1/rpc/stars_page**')
    await page.getByRole('button', { name: 'Erneut versuchen' }).click()
    await expect.poll(() => cards.count()).toBeGreaterThan(before)
  })

  await test.step('a page that is out of reach is asked for four times and offers to try again', async () => {
    let asked = 0
    const calendar = '**/rest/v1/rpc/calendar*'
    await page.route(calendar, (route) => {
      asked += 1
      return route.abort()
    })
    const menu = page.getByRole('navigation', { name: 'Hauptmenü' })
    await menu.getByRole('link', { name: 'Kalender' }).click()
    const alert = page.getByRole('alert')
    const title = alert.getByRole('heading', { name: 'Etwas ist schiefgelaufen' })
    await passRetries(() => expect(title).toBeVisible({ timeout: 500 }))
    expect(asked).toBe(4)
    await expect(alert).toContainText('Ein unerwarteter Fehler ist aufgetreten. Bitte versuche es erneut.')
    await expect(alert.getByRole('button', { name: 'Seite neu laden' })).toBeVisible()
    await expect(menu).toBeVisible()

    // A refusal is an answer and is not retried.
    await page.unroute(calendar)
    await page.route(calendar, (route) => {
      asked += 1
      return route.fulfill({ status: 403, json: { code: '42501', message: 'no' } })
    })
    await alert.getByRole('button', { name: 'Erneut versuchen' }).click()
    await expect.poll(() => asked).toBe(5)
    await expect(title).toBeVisible()
    await page.clock.fastForward(5_000)
    await page.unroute(calendar)
    await alert.getByRole('button', { name: 'Erneut versuchen' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kalender')
    expect(asked).toBe(5)
  })
})
