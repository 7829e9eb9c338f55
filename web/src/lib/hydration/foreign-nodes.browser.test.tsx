import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../../tests/support/components/show.tsx'
import { tolerateForeignNodes } from './foreign-nodes.ts'

/** What the check refuses in the app's own code: conditional elements and texts beside each other. */
function Fragile() {
  const [on, setOn] = useState(false)
  return (
    <button type="button" aria-pressed={on} onClick={() => setOn(!on)}>
      {on && <i>✓</i>}
      Stimmt
      {!on && ' noch nicht'}
    </button>
  )
}

/** Replaces every text below the element, as a browser's translation does. */
function translate(root: Element): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
  for (const text of texts) {
    const font = document.createElement('font')
    font.append(text.data)
    text.replaceWith(font)
  }
}

test('a translated text that React removes or inserts before does not take the page along', async () => {
  const { removeChild, insertBefore } = Node.prototype
  onTestFinished(() => void Object.assign(Node.prototype, { removeChild, insertBefore }))
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  onTestFinished(() => warned.mockRestore())
  tolerateForeignNodes()
  await show(<Fragile />)
  const button = page.getByRole('button', { name: /Stimmt/ })
  translate(button.element())
  await button.click()
  await expect.element(button).toHaveAttribute('aria-pressed', 'true')
  await expect.element(button.getByText('✓')).toBeVisible()
  await button.click()
  await expect.element(button).toHaveAttribute('aria-pressed', 'false')
  expect(button.element().querySelector('i')).toBeNull()
  expect(warned).toHaveBeenCalled()
})
