import type { Page } from '@playwright/test'
import { headFace } from '../support/head-face.ts'
import { expect, test, visit } from '../support/journey.ts'

const requests = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))

test('pages announce their code in a few files and need no other to answer', async ({ page, request }) => {
  // Deferred work starts when the page is idle (when-idle.ts); here it never is.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  for (const path of ['/', '/stars', '/trashtalk'])
    await test.step(path, async () => {
      const html = await (await request.get(path)).text()
      const announced = [...html.matchAll(/<link rel="modulepreload" href="([^"]+)"/g)].map(([, href = '']) => href)
      expect(announced.length, 'files of code').toBeGreaterThan(1)
      expect(announced.length, 'files of code').toBeLessThanOrEqual(5)
      await visit(page, path)
      await headFace(page)
      const code = (await requests(page)).filter((asked) => asked.endsWith('.js'))
      expect([...new Set(code)].sort()).toEqual(announced.sort())
    })
})

test('a name with letters of Eastern Europe brings the rest of the face, others do not', async ({ page }) => {
  const isAsked = async () => (await requests(page)).some((asked) => asked.startsWith('/assets/hot-kopf-nachbarn-'))
  await visit(page, '/impressum')
  await headFace(page)
  expect(await isAsked()).toBe(false)
  await page.locator('h1').evaluate((title) => {
    title.textContent = 'Božidar Şahin'
  })
  await expect.poll(isAsked).toBe(true)
})
