import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { toastsSaid } from '../../../../tests/support/components/backend.ts'
import { show } from '../../../../tests/support/components/show.tsx'
import { ShareButton } from './share-button.tsx'

/** Replaces a property of the browser until the test ends. */
function pretend(name: 'share' | 'clipboard', value: unknown): void {
  Object.defineProperty(navigator, name, { value, configurable: true })
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, name)
  })
}

test('without a share sheet the link is copied, and without a clipboard it is there to be copied by hand', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>()
  pretend('share', undefined)
  pretend('clipboard', { writeText })
  const toasts = toastsSaid()
  await show(<ShareButton title="Mandy" path="/stars/mandy" />)
  const button = page.getByRole('button', { name: 'Teilen' })
  const address = new URL('/stars/mandy', location.href).href

  await button.click()
  await expect.poll(() => toasts.map(({ title }) => title)).toEqual(['Link kopiert'])
  expect(writeText.mock.calls).toEqual([[address]])

  writeText.mockRejectedValue(new DOMException('denied', 'NotAllowedError'))
  await button.click()
  const field = page.getByLabelText('Teilen ging nicht. Kopiere die Adresse von Hand.')
  await expect.element(field).toHaveValue(address)
  await expect.element(field).toHaveFocus()
})
