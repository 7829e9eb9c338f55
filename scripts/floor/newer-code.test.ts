import { expect, test } from 'vitest'
import { newerCode, newerStyles } from './newer-code.ts'

test.each([
  ['URL.canParse(text)', ['URL.canParse']],
  ['const { promise } = Promise.withResolvers()', ['Promise.withResolvers']],
  ['AbortSignal.any([one, other])', ['AbortSignal.any']],
  ['Array.fromAsync(list)', ['Array.fromAsync']],
  ['Response.json({})', ['Response.json']],
  ['one.symmetricDifference(other)', ['symmetricDifference']],
  ['requestIdleCallback(run)', ['requestIdleCallback']],
  ['navigator.setAppBadge(1)', ['navigator.setAppBadge']],
  ['new URLPattern(text)', ['URLPattern']],
  ["menu.matches(':popover-open')", [':popover-open']],
  ['/[\\p{L}--[a-z]]/v.test(text)', ['/v']],
  ['const menu = <div popover="auto" />', ['<div popover>']],
  // Asked for first, in the same file.
  ['if (URL.canParse) URL.canParse(text)', []],
  ["if ('withResolvers' in Promise) Promise.withResolvers()", []],
  ['window.requestIdleCallback ? window.requestIdleCallback(run) : run()', []],
  ["typeof element.checkVisibility === 'function' ? element.checkVisibility() : true", []],
  ['navigator.setAppBadge?.(1)', []],
  // Old enough, or the file's own.
  ['list.toSorted()', []],
  ['structuredClone(value)', []],
  ['AbortSignal.timeout(1)', []],
  ["import { z } from 'zod'; z.union([a, b])", []],
  ["import { URLPattern } from './own.ts'; new URLPattern(text)", []],
  ['type Place = URLPattern', []],
  ['const menu = <Menu popover="auto" />', []],
])('%s', (source, names) => expect(newerCode('a.tsx', source).map(({ name }) => name)).toEqual(names))

test.each([
  ['.menu:popover-open { color: red }', [':popover-open']],
  ['.menu { color: light-dark(red, blue) }', ['light-dark()']],
  ['.menu { field-sizing: content }', ['field-sizing']],
  ['@starting-style { .menu { opacity: 0 } }', ['@starting-style']],
  ['@supports selector(:popover-open) { .menu:popover-open { color: red } }', []],
  ['.menu { color: color-mix(in srgb, red, blue); height: 100dvh }', []],
  ['.menu:has(> :focus-visible) { inset: 0 }', []],
  ['.menu { --own: light-dark(red, blue) }', []],
])('%s', (source, names) => expect(newerStyles(source).map(({ name }) => name)).toEqual(names))

test('the line and who lacks it are told', () =>
  expect(newerCode('a.ts', '\n\nURL.canParse(a)')).toEqual([
    { name: 'URL.canParse', line: 3, why: 'not in safari 16.4, chrome 111' },
  ]))
