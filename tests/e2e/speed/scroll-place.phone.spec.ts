import type { Page } from '@playwright/test'
import { expect, test, visit } from '../support/journey.ts'

const topOf = (page: Page, post: string) =>
  page
    .locator('.post', { has: page.locator(`a[href="${post}"]`) })
    .evaluate((it) => Math.round(it.getBoundingClientRect().top))

test('the way back finds its place in a list, and so does a reload further down', async ({ page }) => {
  await visit(page, '/trashtalk')
  await expect(page.locator('html[data-first]'), 'all is laid out').toHaveCount(0)
  const title = page.locator('.post h3 a').last()
  const address = (await title.getAttribute('href')) ?? ''
  await title.scrollIntoViewIfNeeded()
  await expect(title).toBeInViewport()
  const before = await topOf(page, address)
  const isAsBefore = () =>
    expect.poll(async () => Math.abs((await topOf(page, address)) - before), 'moved by').toBeLessThan(3)

  await page.reload()
  await isAsBefore()
  await title.click()
  await expect(page).toHaveURL(address)
  await expect(page.locator('h1')).toBeVisible()
  await page.goBack()
  await expect(page.locator('.post h3 a').last()).toHaveAttribute('href', address)
  await isAsBefore()
})
