import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../../../tests/support/components/show.tsx'
import { Dialog, FormDialog } from './dialog.tsx'

type Step = 'form' | 'outcome' | null

/** A form whose outcome stands in a dialog of its own, as after a report. */
function Report() {
  const [step, setStep] = useState<Step>(null)
  return (
    <main>
      <h1>Page</h1>
      <button type="button" onClick={() => setStep('form')}>
        Report
      </button>
      {step === 'form' && (
        <FormDialog busy={false} onClose={() => setStep(null)} title="Form">
          <textarea aria-label="Reason" />
          <button type="button" onClick={() => setStep('outcome')}>
            Send
          </button>
        </FormDialog>
      )}
      {step === 'outcome' && (
        <Dialog open onClose={() => setStep(null)} title="Outcome">
          <p>Done.</p>
        </Dialog>
      )}
    </main>
  )
}

const opener = () => page.getByRole('button', { name: 'Report' })
const open = async () => {
  await show(<Report />)
  await expect.element(opener()).toBeVisible()
  opener().element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByLabelText('Reason')).toHaveFocus()
}

test('a dialog in the place of another gives the focus back to what opened the first', async () => {
  await open()
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'Outcome' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(opener()).toHaveFocus()
})

test('Escape closes the question about typed text only; discarding gives the focus back to the opener', async () => {
  await open()
  await userEvent.keyboard('x{Escape}')
  await expect.element(page.getByRole('dialog', { name: 'Eingaben verwerfen?' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByLabelText('Reason')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Verwerfen' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(opener()).toHaveFocus()
})
