import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { PopoverMenu } from './popover-menu.tsx'
import { standInForPopovers } from './popover-stand-in.ts'

/** As Safari 16: without the property and its methods. */
function withoutPopovers(): void {
  const { prototype } = HTMLElement
  const taken = ['popover', 'showPopover', 'hidePopover', 'togglePopover'].map((name) => {
    const own = Object.getOwnPropertyDescriptor(prototype, name) ?? {}
    Reflect.deleteProperty(prototype, name)
    return [name, own] as const
  })
  onTestFinished(() => {
    for (const [name, own] of taken) Object.defineProperty(prototype, name, own)
  })
}

test('where browsers have no popovers, a menu opens, closes by Escape, beside it and by its entries', async () => {
  withoutPopovers()
  standInForPopovers()
  const chosen: string[] = []
  await render(
    <main>
      <h1>Seite</h1>
      <PopoverMenu label="Mehr">
        <button type="button" onClick={() => chosen.push('Melden')}>
          Melden
        </button>
      </PopoverMenu>
    </main>,
  )
  const button = page.getByRole('button', { name: 'Mehr' })
  const entry = page.getByRole('button', { name: 'Melden' })
  await expect.element(entry).not.toBeInTheDocument()

  await button.click()
  await expect.element(entry).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(entry).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()

  await button.click()
  await expect.element(entry).toBeVisible()
  await page.getByRole('heading').click()
  await expect.element(entry).not.toBeInTheDocument()

  await button.click()
  await entry.click()
  expect(chosen).toEqual(['Melden'])
  await expect.element(entry).not.toBeInTheDocument()
})
