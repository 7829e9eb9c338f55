import { beforeAll, expect, test, vi } from 'vitest'
import { closeOverlay, pressBack } from './back-button.ts'

beforeAll(() => {
  class Key extends Event {
    readonly key: string
    constructor(type: string, init: KeyboardEventInit) {
      super(type, init)
      this.key = init.key ?? ''
    }
  }
  vi.stubGlobal('KeyboardEvent', Key)
  return () => vi.unstubAllGlobals()
})

test.each([
  [true, true, ['close']],
  [false, true, ['close', 'back']],
  [false, false, ['close', 'leave']],
])('with an overlay %s and a page before %s the key does %j', (overlay, before, done) => {
  const log: string[] = []
  pressBack({
    closeOverlay: () => log.push('close') > 0 && overlay,
    canGoBack: () => before,
    goBack: () => void log.push('back'),
    leave: async () => void log.push('leave'),
  })
  expect(log).toEqual(done)
})

/** Something that does, or does not, close by Escape. */
function part(closes: boolean) {
  const element = new EventTarget()
  const keys: string[] = []
  element.addEventListener('keydown', (event) => {
    keys.push(Reflect.get(event, 'key'))
    if (closes) event.preventDefault()
  })
  return Object.assign(element, { keys })
}

type Found = { focus?: EventTarget; popovers?: unknown[]; dialogs?: unknown[]; menus?: unknown[] }

const page = ({ focus, popovers = [], dialogs = [], menus = [] }: Found) => {
  const found: Record<string, unknown[]> = {
    ':popover-open': popovers,
    'dialog:modal': dialogs,
    'details[open] > summary, [aria-expanded="true"]': menus,
  }
  return { activeElement: focus ?? null, querySelectorAll: (of: string) => found[of] } as unknown as Document
}

test('the focused element gets Escape, and nothing else is closed', () => {
  const focus = part(true)
  const close = vi.fn()
  expect(closeOverlay(page({ focus, dialogs: [{ close }] }), ':popover-open')).toBe(true)
  expect(focus.keys).toEqual(['Escape'])
  expect(close).not.toHaveBeenCalled()
})

test('a popover closes before the dialog below it', () => {
  const focus = part(true)
  const hidePopover = vi.fn()
  expect(closeOverlay(page({ focus, popovers: [{ hidePopover }] }), ':popover-open')).toBe(true)
  expect(hidePopover).toHaveBeenCalledTimes(1)
  expect(focus.keys).toEqual([])
})

test('a modal dialog whose focused element ignores Escape is closed directly', () => {
  const close = vi.fn()
  expect(closeOverlay(page({ focus: part(false), dialogs: [{ close }] }), ':popover-open')).toBe(true)
  expect(close).toHaveBeenCalledTimes(1)
})

test('an open menu without the focus closes, open details of a page do not count', () => {
  expect(closeOverlay(page({ focus: part(false), menus: [part(false), part(true)] }), ':popover-open')).toBe(true)
  expect(closeOverlay(page({ focus: part(false), menus: [part(false)] }), ':popover-open')).toBe(false)
  expect(closeOverlay(page({}), ':popover-open')).toBe(false)
})
