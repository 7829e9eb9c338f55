import { visit } from '../support/journey.ts'
import { expect, test } from '../support/member.ts'

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

test.describe('One’s own place', () => {
  test.use({ faultsExpected: true })

  test('a member reads their own place in sight wherever the list is, and what to do when it does not come', async ({
    page,
    member: _,
  }) => {
    await visit(page, '/charts/community/meinungsmacher')
    const place = page.getByText(/^Du(:| bist)/)
    await expect(place).toHaveText('Du bist hier noch nicht dabei.')

    const places: { status: number; json: unknown }[] = [
      { status: 400, json: { code: '22023', message: 'kaputt', details: null, hint: null } },
      { status: 200, json: { rank: 412, value: 12 } },
    ]
    await page.route('**/rpc/own_chart_place*', (route) => route.fulfill(places.shift()))
    await page.getByRole('main').getByRole('link', { name: 'Gesamt' }).click()
    await expect(page.getByText('Dein Platz ließ sich nicht laden.')).toBeVisible()
    await page.getByRole('button', { name: 'Noch einmal' }).click()
    await expect(place).toHaveText('Du: Platz 412 · 12 verschiedene Leute')
    for (const row of ['first', 'last'] as const) {
      await page.locator('.chart-row')[row]().scrollIntoViewIfNeeded()
      await expect(place, `beside the ${row} row`).toBeInViewport({ ratio: 1 })
    }
  })
})
