import { expect, test, visit } from '../support/journey.ts'

test.use({ faultsExpected: true })

test('an unknown address says so with status 404 and ways out', async ({ page }) => {
  const response = await page.goto('/gibt/es/nicht')
  expect(response?.status()).toBe(404)
  await expect(page).toHaveTitle('Diese Seite wurde rausgewählt – HoT')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Diese Seite wurde rausgewählt.')
  await page.getByRole('main').getByRole('link', { name: 'Alle Stars' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stars')
})

test('a page that cannot be loaded offers to try again, and then shows', async ({ page }) => {
  await visit(page, '/impressum')
  await page.route('**/rest/v1/**', (route) => route.abort())
  await page.getByRole('navigation', { name: 'Hauptmenü' }).getByRole('link', { name: 'Kalender' }).click()
  // Three more tries come first.
  const alert = page.getByRole('alert')
  await expect(alert.getByRole('heading')).toHaveText('Etwas ist schiefgelaufen', { timeout: 20_000 })
  await expect(alert).toContainText('Ein unerwarteter Fehler ist aufgetreten. Bitte versuche es erneut.')
  await expect(alert.getByRole('button', { name: 'Seite neu laden' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Hauptmenü' })).toBeVisible()
  await page.unroute('**/rest/v1/**')
  await alert.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kalender')
})

test('a list that cannot go on keeps what it shows and can be continued', async ({ page }) => {
  await visit(page, '/stars')
  await page.route('**/rest/v1/rpc/stars_page**', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expect(page.getByRole('alert')).toContainText('Etwas ist schiefgelaufen', { timeout: 20_000 })
  const cards = page.getByRole('main').getByRole('article')
  const before = await cards.count()
  expect(before).toBeGreaterThan(0)
  await page.unroute('**/rest/v1/rpc/stars_page**')
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect.poll(() => cards.count()).toBeGreaterThan(before)
})

test('an error of the shell itself shows the global error screen, which recovers', async ({ page }) => {
  await visit(page, '/impressum')
  // The search field asks for the width of the screen while it renders.
  await page.evaluate(() => {
    const { matchMedia } = window
    Object.assign(window, {
      matchMedia: () => {
        throw new Error('kaputt')
      },
      heal: () => Object.assign(window, { matchMedia }),
    })
  })
  await page.getByRole('button', { name: 'Suche öffnen' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ups! Etwas ist schief gelaufen')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Ein unerwarteter Fehler ist aufgetreten. Wir wurden automatisch benachrichtigt.')
  await expect(alert).toContainText('Falls das Problem weiterhin besteht, kontaktiere uns über das Support-System.')
  await expect(alert.getByRole('link', { name: 'Zur Startseite' })).toHaveAttribute('href', '/')
  await page.evaluate(() => Reflect.get(window, 'heal')())
  await alert.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Impressum')
})

test('without a network the page says so and stays', async ({ page, context }) => {
  await visit(page, '/impressum')
  await context.setOffline(true)
  await expect(page.getByText('Offline. Was du gelesen hast, ist noch da.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Impressum')
  await context.setOffline(false)
  await expect(page.getByText('Offline. Was du gelesen hast, ist noch da.')).toBeHidden()
})
