import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Answers, show } from '../../../../tests/support/components/show.tsx'
import { ReasonDialog } from './dialogs.tsx'

const ground = page.getByLabelText('Grundlage')

/** The dialog that rejects a post, and what it was confirmed with. */
async function open(answers: Answers = {}) {
  const confirmed = vi.fn(async () => {})
  await show(
    <ReasonDialog
      title="Beitrag ablehnen"
      reasons="reject_post"
      ground="content"
      confirm="Ablehnen"
      onConfirm={confirmed}
      onClose={() => {}}
    />,
    { admin_reasons: () => ({}), ...answers },
  )
  return confirmed
}

test('a digit chooses a reason with the law or rule that it rests on, and Enter sends both', async () => {
  const confirmed = await open()
  await expect.element(page.getByLabelText('Vorlage')).toHaveFocus()
  await userEvent.keyboard('1')
  await expect.element(page.getByRole('button', { name: 'Ablehnen' })).toHaveFocus()
  await expect.element(ground).toHaveValue('privacy')
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => confirmed.mock.calls)
    .toEqual([['Keine Quelle, betrifft das Privatleben einer Person.', 'privacy']])
})

test('a law can be chosen instead, and stays with a reason in one’s own words', async () => {
  const confirmed = await open()
  await ground.selectOptions('Volksverhetzung (§ 130 StGB)')
  await page.getByRole('textbox', { name: 'Grund' }).fill('Ruft zu Gewalt gegen eine Gruppe auf.')
  await page.getByRole('button', { name: 'Ablehnen' }).click()
  await expect.poll(() => confirmed.mock.calls).toEqual([['Ruft zu Gewalt gegen eine Gruppe auf.', 'law_hate']])
})

test('a template of the team’s own leaves the ground that was chosen', async () => {
  await open({ admin_reasons: () => ({ reject_post: ['Unser eigener Grund.'] }) })
  await expect.element(page.getByRole('option', { name: '1 Unser eigener Grund.' })).toBeInTheDocument()
  await ground.selectOptions('2. Gerüchte')
  await page.getByLabelText('Vorlage').selectOptions('1 Unser eigener Grund.')
  await expect.element(page.getByRole('textbox', { name: 'Grund' })).toHaveValue('Unser eigener Grund.')
  await expect.element(ground).toHaveValue('rumors')
})
