import type { Page } from '@playwright/test'
import { expect, test, visit } from '../support/journey.ts'

const count = (page: Page) => page.getByRole('main').getByRole('status').first()

test('search and filters are in the address, and nothing found says so', async ({ page, samples }) => {
  await visit(page, '/formate')
  const field = page.getByRole('searchbox', { name: 'Formate durchsuchen' })
  const term = samples.format.text.split(' ').at(-1) ?? ''
  await field.pressSequentially(term)
  await expect(page).toHaveURL(`/formate?q=${encodeURIComponent(term)}`)
  await expect(count(page)).toHaveText(/^(1 Format passt|\d+ Formate passen)\.$/)
  await field.fill('')
  await expect(page).toHaveURL('/formate')
  await page.getByRole('combobox', { name: 'Streaming' }).selectOption('Netflix')
  await expect(page).toHaveURL('/formate?anbieter=netflix')
  await expect(count(page)).toHaveText(/pass/)
  await field.pressSequentially('xyzzy')
  await expect(page.getByText('Keine Ergebnisse für „xyzzy“ gefunden')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Alle Formate' }).click()
  await expect(page).toHaveURL('/formate')
  await expect(page.getByRole('combobox', { name: 'Streaming' })).toHaveValue('')
})
