import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const source = path.join(import.meta.dirname, '../..')

/** Of no effect on what is read: digits drawn as pictures, paper, and floors of sizes that follow the width. */
const exceptions = ['features/charts/podium.css', 'ui/styles/print.css']

/** Font sizes and line heights in pixels, in sheets and in Tailwind's free values. */
function fixedSizes(file: string): string[] {
  const text = fs.readFileSync(path.join(source, file), 'utf8')
  const pixels = text.match(/(?<![\w-])(?:font|font-size|line-height|--text-[a-z]+):[^;{}]*?\dpx[^;{}]*/g) ?? []
  const inClasses = text.match(/\b(?:text|leading)-\[[\d.]+px/g) ?? []
  return [...pixels, ...inClasses].filter((found) => !found.includes('max(11px')).map((found) => `${file}: ${found}`)
}

test('every text follows the size of text that somebody has chosen in the browser', () => {
  const files = fs.readdirSync(source, { recursive: true, encoding: 'utf8' })
  const read = files.filter((file) => /\.(css|tsx)$/.test(file) && !file.includes('.test.'))
  expect(read.length).toBeGreaterThan(300)
  expect(read.filter((file) => !exceptions.includes(file)).flatMap(fixedSizes)).toEqual([])
})
