import type { Page } from '@playwright/test'
import { expect, test, visit } from '../support/journey.ts'

const laidOutLater = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('.post')].filter((post) => !post.checkVisibility({ contentVisibilityAuto: true }))
        .length,
  )
const topOf = (page: Page, post: string) =>
  page
    .locator('.post', { has: page.locator(`a[href="${post}"]`) })
    .evaluate((it) => Math.round(it.getBoundingClientRect().top))

test('a phone lays out what is far below when it comes near, and the way back finds its place', async ({ page }) => {
  await visit(page, '/trashtalk')
  expect(await laidOutLater(page), 'posts that wait').toBeGreaterThan(2)

  const title = page.locator('.post h3 a').last()
  const address = (await title.getAttribute('href')) ?? ''
  await title.scrollIntoViewIfNeeded()
  await expect(title).toBeInViewport()
  const before = await topOf(page, address)

  await title.click()
  await expect(page).toHaveURL(address)
  await expect(page.locator('h1')).toBeVisible()
  await page.goBack()
  await expect(page.locator('.post h3 a').last()).toHaveAttribute('href', address)
  await expect.poll(async () => Math.abs((await topOf(page, address)) - before), 'moved by').toBeLessThan(3)
  expect(await laidOutLater(page), 'posts that wait').toBe(0)
})

test('a page that was left further down comes back whole', async ({ page }) => {
  await visit(page, '/trashtalk')
  await page.locator('.post').last().scrollIntoViewIfNeeded()
  await page.reload()
  expect(await laidOutLater(page), 'posts that wait').toBe(0)
})
