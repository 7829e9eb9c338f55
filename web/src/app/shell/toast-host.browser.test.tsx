import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import ToastHost from './toast-host.tsx'

function Deleting() {
  const [asked, setAsked] = useState(true)
  return (
    <>
      <ToastHost />
      {asked && (
        <ConfirmDialog
          title="Beitrag löschen?"
          text="Er ist dann für alle weg."
          confirm="Löschen"
          busy={false}
          failure={null}
          onConfirm={() => showToast({ title: 'Du bist offline', text: 'Wir versuchen es gleich noch einmal.' })}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}

afterEach(() => page.viewport(1280, 800))

test('on a phone a message leaves the buttons of an open dialog free, and stands at the bottom otherwise', async () => {
  await page.viewport(390, 844)
  await render(<Deleting />)
  await page.getByRole('button', { name: 'Löschen' }).click()
  const toast = page.getByText('Du bist offline')
  await expect.element(toast).toBeVisible()
  for (const name of ['Löschen', 'Abbrechen']) {
    const button = page.getByRole('button', { name }).element().getBoundingClientRect()
    expect(toast.element().getBoundingClientRect().bottom, name).toBeLessThan(button.top)
  }
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  showToast({ title: 'Gespeichert' })
  const saved = page.getByText('Gespeichert')
  await expect.element(saved).toBeVisible()
  await expect.poll(() => saved.element().getBoundingClientRect().top).toBeGreaterThan(600)
})

test('the keyboard passes messages by, and is not led back from them', async () => {
  await render(
    <>
      <button type="button">Letzter</button>
      <ToastHost />
      <button type="button">Danach</button>
    </>,
  )
  for (const title of ['Gespeichert', 'Entwurf übernommen']) showToast({ title, durationMs: 60_000 })
  await expect.element(page.getByText('Entwurf übernommen')).toBeVisible()
  page.getByRole('button', { name: 'Letzter' }).element().focus()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('button', { name: 'Danach' })).toHaveFocus()
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  await expect.element(page.getByRole('button', { name: 'Letzter' })).toHaveFocus()
})
