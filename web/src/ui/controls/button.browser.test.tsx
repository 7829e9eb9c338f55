import { useState } from 'react'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button, Switch } from './button.tsx'

function Form({ sent }: { sent: string[] }) {
  const [busy, setBusy] = useState(false)
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    sent.push('submit')
    setBusy(true)
  }
  return (
    <form onSubmit={submit}>
      <input aria-label="Text" />
      <Button type="submit" busy={busy}>
        Senden
      </Button>
      <Switch aria-label="Schalter" checked={false} busy={busy} onChange={() => sent.push('switch')} />
    </form>
  )
}

it('keeps the focus while it works, and takes neither a second press nor the Enter key of its form', async () => {
  const sent: string[] = []
  await render(<Form sent={sent} />)
  const send = page.getByRole('button', { name: 'Senden' })
  await send.click()
  await expect.element(send).toHaveAttribute('aria-disabled', 'true')
  expect(document.activeElement).toBe(send.element())
  await userEvent.keyboard('{Enter} ')
  page.getByRole('textbox').element().focus()
  await userEvent.keyboard('{Enter}')
  page.getByRole('switch').element().focus()
  await userEvent.keyboard(' ')
  expect(sent).toEqual(['submit'])
})

function Labelled() {
  const [on, setOn] = useState(false)
  return (
    <p>
      <label htmlFor="serie">Wiederholt sich</label>
      <Switch id="serie" checked={on} onChange={setOn} />
    </p>
  )
}

it('is switched by a press on its label, and named by it', async () => {
  await render(<Labelled />)
  const shown = page.getByRole('switch', { name: 'Wiederholt sich' })
  await page.getByText('Wiederholt sich').click()
  await expect.element(shown).toHaveAttribute('aria-checked', 'true')
  await page.getByText('Wiederholt sich').click()
  await expect.element(shown).toHaveAttribute('aria-checked', 'false')
})
