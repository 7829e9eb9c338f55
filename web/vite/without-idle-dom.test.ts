import fs from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { usedOf, withoutHints, withoutIdleClient } from './without-idle-dom.ts'

const { resolve } = createRequire(import.meta.url)
const source = (entry: string, file: string) =>
  fs.readFileSync(resolve(entry).replace(/(client|index)\.js$/, `cjs/${file}.production.js`), 'utf8')
const client = source('react-dom/client', 'react-dom-client')
const main = source('react-dom', 'react-dom')

test('takes out of the installed react-dom what it says, and leaves the attributes that HoT has', () => {
  const lighter = withoutIdleClient(client)
  expect(lighter.length).toBeLessThan(client.length - 12_000)
  expect(lighter).toContain('["strokeWidth", "stroke-width"]')
  expect(lighter).not.toContain('glyph-orientation')
  expect(() => new Function(lighter)).not.toThrow()
})

test('leaves portals to react-dom, without resource hints', () => {
  const lighter = withoutHints(main)
  expect(lighter).toContain('exports.createPortal = ')
  expect(lighter).toContain('exports.flushSync = ')
  expect(lighter).not.toMatch(/exports\.(pre|pref)\w+/)
})

test('stops at a react-dom that looks different', () => {
  expect(() => withoutHints('exports.preload = function () {\n};\n')).toThrow(/no longer/)
  expect(() => withoutIdleClient(client.replaceAll('isCustomElement(tag)', 'isCustom(tag)'))).toThrow(/no longer/)
  expect(() => withoutIdleClient(client.replace('function extractEvents$1(', 'function extract('))).toThrow(/no longer/)
})

test.each([
  ['<input onBeforeInput={look} />', 'onBeforeInput'],
  ['<textarea onCompositionEndCapture={look} />', 'onCompositionEndCapture'],
  ['<button formAction={save} />', 'formAction'],
  ['<form method="post" action={save}>', '<form method="post" action={'],
  ['<emoji-picker onClick={pick} />', '<emoji-picker '],
  ['jsx("emoji-picker", {})', 'jsx("emoji-p'],
  ['root.unstable_scheduleHydration(node)', 'unstable_scheduleHydration'],
  ['<stop stopColor="red" />', 'stopColor'],
  ['<form action="/auth" onSubmit={save}><path strokeWidth={2} /></form>', undefined],
  ['<Dialog actions={save} onSelect={pick} />', undefined],
  ['if (a <b-1 || c) {}', undefined],
])('%s: %s', (code, used) => {
  expect(usedOf(code)).toBe(used)
})
