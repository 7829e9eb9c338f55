import { savedStar } from '@hot/domain/contract/admin/stars'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../../tests/support/components/show.tsx'
import { exampleOf } from '../../../../tests/support/example-of.ts'
import { StaffProvider } from '../kit/access.tsx'
import { StarForm } from './form.tsx'

test('the form of a star asks about a couple, makes the second and goes on with the first', async () => {
  const saved: unknown[] = []
  const id = '00000000-0000-4000-8000-000000000031'
  await show(
    <StaffProvider value={{ userId: id, isAdmin: false }}>
      <StarForm star={null} onSaved={() => {}} />
    </StaffProvider>,
    {
      admin_pick: () => [],
      admin_similar_stars: () => [],
      admin_save_star: ({ p_values }) => {
        saved.push(p_values)
        return exampleOf(savedStar, { id })
      },
    },
  )
  const [first, last] = ['Vorname', 'Nachname'].map((name) => page.getByRole('textbox', { name, exact: true }))
  await first?.fill('Mia und Leon')
  await last?.fill('Rehbein')
  await page.getByRole('textbox', { name: 'Biografie' }).fill('Kennen sich aus dem Sommerhaus.')
  await page.getByRole('button', { name: 'Zwei Personen anlegen' }).click()
  await expect.poll(() => saved).toMatchObject([{ first_name: 'Leon', last_name: 'Rehbein' }])
  await expect.poll(() => page.getByRole('textbox', { name: 'Vorname' }).element()).toHaveProperty('value', 'Mia')
  await expect.element(page.getByRole('textbox', { name: 'Nachname' })).toHaveValue('Rehbein')
  await expect.element(page.getByRole('textbox', { name: 'Biografie' })).toHaveValue('Kennen sich aus dem Sommerhaus.')
})
