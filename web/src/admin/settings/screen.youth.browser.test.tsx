import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../../tests/support/components/show.tsx'
import { YouthSection } from './screen.tsx'

const youth = { until: '2026-12-31T11:30:00Z', members: 7 }
const end = page.getByRole('button', { name: 'Beenden', exact: true })

test('an admin reads until when the site is young and what that changes, and ends it after a question', async () => {
  const ended = vi.fn(async () => {})
  const asked = vi.fn(() => true)
  await show(<YouthSection youth={youth} onEnded={ended} />, { admin_end_youth: asked })
  await expect.element(page.getByText(/Bis zum 31. Dezember 2026, 12:30 Uhr, oder bis 50 Mitglieder/)).toBeVisible()
  await expect.element(page.getByText(/Bisher sind es 7 Mitglieder/)).toBeVisible()
  await expect.element(page.getByText(/^Stimmen über Stars zählen sofort/)).toBeVisible()
  await page.getByRole('button', { name: 'Anlaufzeit beenden' }).click()
  expect(asked).not.toHaveBeenCalled()
  await end.click()
  await expect.poll(() => ended.mock.calls.length).toBe(1)
  expect(asked).toHaveBeenCalledOnce()
})

test('a refusal stays in the dialog', async () => {
  const ended = vi.fn(async () => {})
  await show(<YouthSection youth={youth} onEnded={ended} />, {
    admin_end_youth: () => Response.json({ message: 'x' }, { status: 500 }),
  })
  await page.getByRole('button', { name: 'Anlaufzeit beenden' }).click()
  await end.click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(end).toBeEnabled()
  expect(ended).not.toHaveBeenCalled()
})
