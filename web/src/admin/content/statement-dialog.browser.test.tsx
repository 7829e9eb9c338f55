import { adminPost } from '@hot/domain/contract/admin/posts'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../../tests/support/components/show.tsx'
import { exampleOf } from '../../../../tests/support/example-of.ts'
import { StaffProvider } from '../kit/access.tsx'
import { StatementDialog } from './statement-dialog.tsx'

const id = '00000000-0000-4000-8000-000000000011'
const statement = { speaker: 'Mandy Pfefferkorn', text: 'Ich war nie da.', at: '2026-11-21T20:15:00Z' }

/** The dialog of a statement, what it sends, and whether it is done. */
async function open(statement_by_star: boolean) {
  const post = exampleOf(adminPost, { id, title: 'Zieht Mandy aus?', statement, statement_by_star })
  const done = vi.fn()
  const sent: unknown[] = []
  await show(
    <StaffProvider value={{ userId: id, isAdmin: false }}>
      <StatementDialog post={post} onDone={done} onClose={() => {}} />
    </StaffProvider>,
    {
      admin_set_statement: (given) => {
        sent.push(given)
        return { id, outcome: 'done', by: null }
      },
    },
  )
  return { sent, done }
}
const press = (name: string) => page.getByRole('button', { name }).click()
const missing = page.getByText('Bitte gib einen Grund für diese Moderationsaktion an.')

test('what a star said themselves is changed or removed with a reason, which the star gets', async () => {
  const { sent, done } = await open(true)
  await press('Veröffentlichen')
  await expect.element(missing).toBeVisible()
  await press('Entfernen')
  await expect.element(page.getByText(/Mandy Pfefferkorn hat sie .* selbst abgegeben/)).toBeVisible()
  await press('Entfernen')
  await expect.element(missing).toBeVisible()
  expect(sent).toEqual([])
  await page.getByRole('textbox', { name: 'Grund' }).fill('Nennt eine Adresse.')
  await page.getByLabelText('Grundlage').selectOptions('3. Privates bleibt privat')
  await press('Entfernen')
  await expect.poll(() => done.mock.calls.length).toBe(1)
  expect(sent).toMatchObject([{ p_text: '', p_reason: 'Nennt eine Adresse.', p_rule: 'privacy' }])
})

test('what the team published goes without one', async () => {
  const { sent, done } = await open(false)
  await expect.element(page.getByRole('textbox', { name: 'Wer spricht' })).toBeVisible()
  expect(page.getByRole('textbox', { name: 'Grund' }).elements()).toEqual([])
  await press('Entfernen')
  await expect.element(page.getByText('„Zieht Mandy aus?“ steht dann wieder ohne Antwort da.')).toBeVisible()
  await press('Entfernen')
  await expect.poll(() => done.mock.calls.length).toBe(1)
  expect(sent).toMatchObject([{ p_text: '' }])
})
