import { expect, test } from 'vitest'
import { opensSearch } from './search-launcher.tsx'

const page = Object.assign(new EventTarget(), { closest: () => null })
const field = Object.assign(new EventTarget(), { closest: () => field })
const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
  opensSearch({ key, ctrlKey: false, metaKey: false, altKey: false, target: page, ...more })

test.each([
  ['/', {}, true],
  ['/', { target: field }, false],
  ['/', { altKey: true }, false],
  ['/', { ctrlKey: true }, false],
  ['k', { ctrlKey: true }, true],
  ['K', { metaKey: true }, true],
  ['k', { ctrlKey: true, target: field }, true],
  ['k', {}, false],
  ['/', { target: null }, true],
])('%s with %o opens the search: %s', (key, more, opens) => expect(press(key, more)).toBe(opens))
