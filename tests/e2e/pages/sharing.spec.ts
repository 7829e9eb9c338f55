import { expect, test, visit } from '../support/journey.ts'

test('a star’s page leads to the hottest posts about it, and to all of one kind', async ({
  page,
  request,
  samples,
}) => {
  const html = await (await request.get(samples.rumor.path)).text()
  const star = /href="(\/stars\/[^"?#]+)"[^>]*class="chip/.exec(html)?.[1] ?? samples.star.path
  await visit(page, star)
  const sorting = page.getByRole('group', { name: 'Sortierung der Beiträge' })
  await sorting.getByRole('button', { name: 'Heiß' }).click()
  await expect(sorting.getByRole('button', { name: 'Heiß' })).toHaveAttribute('aria-pressed', 'true')
  await page
    .getByRole('navigation', { name: 'Alle Beiträge dazu' })
    .getByRole('link', { name: 'Alle Gerüchte' })
    .click()
  await expect(page).toHaveURL(/\/trashtalk\/geruechte\?(.*&)?tag=[0-9a-f-]{36}/)
  await expect(page).toHaveURL(/sortierung=heiss/)
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
})
