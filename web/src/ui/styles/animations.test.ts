import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const source = path.join(import.meta.dirname, '../..')

/** What moves for as long as something is waited for, and goes with it. */
const waiting = [
  'app/native/pull.css: pull-turn',
  'features/sign-in/sign-in.css: sign-in-wait',
  'ui/controls/button.css: pulse',
  'ui/feedback/state.css: sweep',
]

test('nothing moves by itself without end, but what says that something is loading', () => {
  const sheets = fs.readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'))
  expect(sheets.length).toBeGreaterThan(40)
  const endless = sheets.flatMap((file) =>
    [...fs.readFileSync(path.join(source, file), 'utf8').matchAll(/animation:\s*([\w-]+)[^;]*\binfinite\b/g)].map(
      ([, name]) => `${file}: ${name}`,
    ),
  )
  expect(endless.sort()).toEqual(waiting)
})
