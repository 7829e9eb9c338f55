import { expect, test, vi } from 'vitest'
import { followKeyboard, scrollFieldIntoView } from './keyboard.ts'

async function shell() {
  const listeners: Record<string, ((height: number) => void) | undefined> = {}
  const on = (event: string) => async (listener: (height: number) => void) => {
    listeners[event] = listener
    return () => {
      listeners[event] = undefined
    }
  }
  const log: unknown[] = []
  const stop = await followKeyboard({
    keyboard: { onWillShow: on('rise'), onDidShow: on('risen'), onWillHide: on('fall') },
    mark: (open) => log.push(open),
    scrollToField: () => log.push('shown'),
  })
  return { log, stop, tell: (event: string, height = 0) => listeners[event]?.(height) }
}

test('the page is marked while the keyboard is open, and the focused field scrolls into view', async () => {
  const { log, stop, tell } = await shell()
  tell('rise', 336)
  tell('risen')
  tell('fall')
  stop()
  tell('rise', 336)
  expect(log).toEqual([true, 'shown', false])
})

test.each([
  [151, true],
  [150, false],
  [55, false],
])('%i px count as a keyboard: %s', async (height, open) => {
  const { log, tell } = await shell()
  tell('rise', height)
  expect(log).toEqual([open])
})

const box = (height: number) => ({ getBoundingClientRect: () => ({ height }), scrollIntoView: vi.fn() })

test.each([
  [180, 'form'],
  [420, 'form'],
  [421, 'field'],
  [null, 'field'],
])('of a form of %s px beside a keyboard the %s is shown', (height, shown) => {
  const field = box(40)
  const form = height === null ? null : box(height)
  scrollFieldIntoView(field, form, 420)
  expect([field.scrollIntoView.mock.calls.length, form?.scrollIntoView.mock.calls.length ?? 0]).toEqual(
    shown === 'form' ? [0, 1] : [1, 0],
  )
})
