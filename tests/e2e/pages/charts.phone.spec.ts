import { expect, test, visit } from '../support/journey.ts'

test('formats are sorted by a chip, and the column they are sorted by stands beside their names', async ({ page }) => {
  await visit(page, '/charts/stars/format-statistiken')
  const measures = page.getByRole('navigation', { name: 'Sortieren nach' })
  const table = page.getByRole('table')
  const names = table.getByRole('columnheader', { name: 'Format' })
  await expect(measures.getByRole('link', { name: 'Dabei' })).toHaveAttribute('aria-current', /true|page/)
  for (const [measure, search] of [
    ['Sendungen', 'sendungen'],
    ['HoT-Schnitt', 'score'],
  ] as const) {
    await measures.getByRole('link', { name: measure }).tap()
    await expect(page).toHaveURL(`/charts/stars/format-statistiken?sortierung=${search}`)
    await expect(measures.getByRole('link', { name: measure })).toHaveAttribute('aria-current', /true|page/)
    const sorted = table.getByRole('columnheader', { name: measure })
    await expect(sorted).toHaveAttribute('aria-sort', 'descending')
    await expect.poll(async () => (await sorted.boundingBox())?.x).toBeLessThan(390 - 60)
    const edge = await names.boundingBox()
    expect(edge?.x, 'names stay at the edge').toBe(16)
    expect((await sorted.boundingBox())?.x).toBeGreaterThanOrEqual(16 + (edge?.width ?? 0) - 1)
  }
})
