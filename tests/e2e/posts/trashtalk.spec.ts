import type { Page } from '@playwright/test'
import { expect, test, visit } from '../support/journey.ts'

const posts = (page: Page) => page.getByRole('main').getByRole('article')
test('sorting and time window of posts and the sorting of comments are in the address, and back restores', async ({
  page,
  samples,
}) => {
  await visit(page, '/trashtalk/geruechte')
  const choose = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
  const newest = await posts(page).first().getByRole('heading').innerText()
  await choose('Top').click()
  await expect(page).toHaveURL('/trashtalk/geruechte?sortierung=top')
  await choose('Gesamt').click()
  await expect(page).toHaveURL(/^.*\/trashtalk\/geruechte\?sortierung=top&zeitraum=gesamt$/)
  await expect(choose('Gesamt')).toHaveAttribute('aria-current', /true|page/)
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL('/trashtalk/geruechte')
  await expect(posts(page).first().getByRole('heading')).toHaveText(newest)

  await visit(page, samples.discussion.path)
  const comments = page.getByRole('region', { name: /^\d+ Kommentare?$/ })
  await expect(comments.getByRole('link', { name: 'Beste' })).toHaveAttribute('aria-current', /true|page/)
  await comments.getByRole('link', { name: 'Neu', exact: true }).click()
  await expect(page).toHaveURL(/\?kommentare=neu#kommentare$/)
  await expect(comments.getByRole('link', { name: 'Neu', exact: true })).toHaveAttribute('aria-current', /true|page/)
  // The list follows its links.
  await expect(async () => {
    const times = await comments
      .locator('> article > div > .comment-who > time')
      .evaluateAll((all) => all.map((time) => Date.parse(time.getAttribute('datetime') ?? '')))
    expect(times.length).toBeGreaterThan(1)
    expect(times).toEqual(times.toSorted((one, other) => other - one))
  }).toPass()
})

const acts = ['Stimmt', 'Stimmt nicht', /^Herz, /, /^Haufen, /, 'Mitreden? Melde dich an']
test('guests who act on a post are asked to sign in, right there', async ({ page, samples }) => {
  await visit(page, samples.rumor.path)
  const dialog = page.getByRole('dialog', { name: 'Anmeldung erforderlich' })
  for (const name of acts) {
    const button = page
      .getByRole('main')
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
    await button.click()
    await expect(dialog.getByText('Zum Mitmachen brauchst du ein Konto.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
})

test('topics beside a list bring no code until somebody turns to them, and then open without a new page', async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  await visit(page, '/trashtalk/geruechte?sortierung=heiss')
  await page.evaluate(() => Reflect.set(window, 'samePage', true))
  const topic = page.getByRole('region', { name: 'Themen der Woche' }).getByRole('link').first()
  const isHydrated = () => topic.evaluate((link) => Object.keys(link).some((key) => key.startsWith('__reactProps')))
  expect(await isHydrated()).toBe(false)
  await topic.hover()
  await expect.poll(isHydrated).toBe(true)
  const name = (await topic.innerText()).replace(/\s*\d+.*$/s, '').replace(/^\P{L}+/u, '')
  await topic.click()
  await expect(page).toHaveURL(/\?sortierung=heiss&tag=[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  await expect(topic).toHaveAttribute('aria-current', /true|page/)
  expect(await page.evaluate(() => Reflect.get(window, 'samePage'))).toBe(true)
})
