import type { Page } from '@playwright/test'
import { visit } from '../support/journey.ts'
import { expect, test } from '../support/member.ts'

/** Height of a phone without its browser's bars: what is below is not seen before somebody scrolls. */
const firstView = 700

const whoIsThat = (page: Page) => page.getByRole('region', { name: 'Wer ist das?' })

async function expectStory(page: Page, path: string): Promise<void> {
  await visit(page, path)
  const story = await whoIsThat(page).locator('p').first().boundingBox()
  expect(story?.y).toBeLessThan(firstView)
  const [seasons, vote] = await Promise.all(
    ['Staffeln', 'Deine Stimme'].map((name) => page.getByRole('region', { name }).boundingBox()),
  )
  expect(seasons?.y ?? 0).toBeLessThan(vote?.y ?? 0)
  // The score is not told before, and its details are closed.
  await expect(page.getByRole('img', { name: /^HoT-Score/ })).toHaveCount(1)
  await expect(page.getByText('von 5 ·')).toHaveCount(3)
  for (const detail of await page.getByText('von 5 ·').all()) await expect(detail).toBeHidden()
}

test('on a phone a guest reads who a star is first, and how was voted on demand', async ({ page, samples }) => {
  await expectStory(page, samples.star.path)
  await page.getByText('Wie gewählt wurde').tap()
  await expect(page.getByText('von 5 ·').first()).toBeVisible()
})

test('on a phone a member too, and others’ answers follow one’s own', async ({ page, member, samples }) => {
  expect(member.id).toBeTruthy()
  await visit(page, samples.star.path)
  await expect(page.getByRole('radio', { name: /^4 von 5/ }).first()).toBeAttached()
  const story = await whoIsThat(page).locator('p').first().boundingBox()
  expect(story?.y).toBeLessThan(firstView)
  await page
    .getByRole('group', { name: 'Wie echt?' })
    .getByRole('radio', { name: /^4 von 5/ })
    .check({ force: true })
  await page.getByText('Wie gewählt wurde').tap()
  await expect(page.getByText('von 5 ·')).toHaveCount(1)
  await expect(page.getByText('Erst du, dann die anderen').first()).toBeVisible()
})
