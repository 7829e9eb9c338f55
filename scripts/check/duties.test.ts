import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const duties = fs.readFileSync(path.join(root, 'docs/operations/duties.md'), 'utf8')
const legal = path.join(root, 'web/src/features/legal')
const pages = fs
  .readdirSync(legal)
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => fs.readFileSync(path.join(legal, file), 'utf8').replace(/\s+/g, ' '))
  .join('\n')

/** Regulations of the Union by number; the duties call the first two by their usual names. */
const names: Readonly<Record<string, string>> = { '2022/2065': 'DSA', '2021/784': 'TCO' }

test('every regulation that a legal page cites has its duties in the list', () => {
  const cited = [...new Set([...pages.matchAll(/\(EU\) (20\d\d\/\d+)/g)].map(([, number]) => number ?? ''))]
  expect(cited.toSorted()).toEqual(Object.keys(names).toSorted())
  for (const number of cited) expect(duties).toContain(`${names[number]} Art.`)
})

test.each([
  ['orders of authorities', /DSA Art\. 9\b[\s\S]*DSA Art\. 10\b/],
  ['suspicion of crimes', /DSA Art\. 18 \|/],
  ['the year after growing', /twelve months\*\* \(Art\. 19 \(2\)\)/],
  ['the contact point for orders about terrorist content', /2021\/784 \(TCO\) Art\. 15/],
  ['the record of processing', /GDPR Art\. 30/],
  ['the month for requests', /GDPR Art\. 12 \(3\) \| \*\*one month\*\*/],
  ['youth protection', /§ 7 JMStV/],
  ['the age of members', /GDPR Art\. 8/],
])('the list has %s', (_, line) => expect(duties).toMatch(line))
