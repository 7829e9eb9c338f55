import { adminChannelsPage } from '@hot/domain/contract/admin/social'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../../tests/support/components/show.tsx'
import { exampleOf } from '../../../../tests/support/example-of.ts'
import { StaffProvider } from '../kit/access.tsx'
import { FormatForm } from './form.tsx'

const id = '00000000-0000-4000-8000-000000000021'

test('a broadcaster that is missing is made in place, and chosen; what was typed stays', async () => {
  let made: unknown[] = []
  const channels = exampleOf(adminChannelsPage, { broadcasters: [], providers: [] })
  const one = {
    id,
    name: 'RTLup',
    type: 'tv',
    website_url: null,
    color: '#6b7280',
    active: true,
    formats: 0,
    events: 0,
  } as const
  await show(
    <StaffProvider value={{ userId: id, isAdmin: false }}>
      <FormatForm format={null} onSaved={() => {}} />
    </StaffProvider>,
    {
      admin_channels_page: () =>
        made.length === 0 ? channels : { ...channels, broadcasters: [{ ...one, updated_at: '2026-11-21T20:15:00Z' }] },
      admin_save_broadcaster: ({ p_values }) => {
        made = [...made, p_values]
        return id
      },
    },
  )
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Sommerhaus')
  await page.getByRole('button', { name: 'Sender anlegen' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('RTLup')
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await expect.element(page.getByRole('combobox', { name: 'Sender' })).toHaveDisplayValue('RTLup')
  await expect.element(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Sommerhaus')
  expect(made).toMatchObject([{ name: 'RTLup', type: 'tv' }])
})
