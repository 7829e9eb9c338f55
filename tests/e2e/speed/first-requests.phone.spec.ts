import type { Page } from '@playwright/test'
import { headFace } from '../support/head-face.ts'
import { expect, test, visit } from '../support/journey.ts'

const requests = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name, startTime }) => ({ path: new URL(name).pathname, at: Math.round(startTime) })),
  )

for (const path of ['/', '/stars', '/trashtalk']) {
  test(`${path} announces the app’s first file alone and asks for the rest once it is there`, async ({
    page,
    request,
  }) => {
    const html = await (await request.get(path)).text()
    expect(html.match(/<link rel="modulepreload"/g)).toHaveLength(1)
    const later = /data-code="([^"]+)"/.exec(html)?.[1]?.split(' ') ?? []
    expect(later.length, 'files of its routes').toBeGreaterThan(1)

    await visit(page, path)
    await headFace(page)
    const asked = await requests(page)
    expect(asked.map((file) => file.path)).toEqual(expect.arrayContaining(later))
    const seen = await page.evaluate(() => performance.getEntriesByName('first-paint')[0]?.startTime ?? 0)
    expect(asked.find((file) => file.path === '/fonts/hot-kopf.woff2')?.at).toBeGreaterThanOrEqual(Math.floor(seen))
  })
}

test('a name with letters of Eastern Europe brings the rest of the face, others do not', async ({ page }) => {
  const isAsked = async () => (await requests(page)).some(({ path }) => path === '/fonts/hot-kopf-ext.woff2')
  await visit(page, '/impressum')
  await headFace(page)
  expect(await isAsked()).toBe(false)
  await page.locator('h1').evaluate((title) => {
    title.textContent = 'Božidar Şahin'
  })
  await expect.poll(isAsked).toBe(true)
})
