import { createBrowserHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { useSheet } from './use-sheet.ts'

function Sheet() {
  const sheet = useSheet()
  return (
    <div ref={sheet} popover="auto">
      <a href="/elsewhere">Filter</a>
    </div>
  )
}

/** As Safari 16: no property, and a selector that it takes for a mistake. */
function withoutPopovers(): void {
  const { prototype } = HTMLElement
  const property = Object.getOwnPropertyDescriptor(prototype, 'popover') ?? {}
  Reflect.deleteProperty(prototype, 'popover')
  const matches = vi.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, selector: string) {
    if (selector.includes(':popover-open')) throw new DOMException(selector, 'SyntaxError')
    return this.closest(selector) === this
  })
  onTestFinished(() => {
    Object.defineProperty(prototype, 'popover', property)
    matches.mockRestore()
  })
}

test('a browser without popovers keeps the page, and what is in the sheet', async () => {
  withoutPopovers()
  const router = createRouter({ routeTree: createRootRoute({ component: Sheet }), history: createBrowserHistory() })
  await render(<RouterProvider router={router} />)
  await expect.element(page.getByText('Filter')).toBeInTheDocument()
  await router.navigate({ to: '.', search: { sender: 'rtl' } as never, replace: true })
  await expect.element(page.getByText('Filter')).toBeInTheDocument()
})
