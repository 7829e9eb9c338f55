import fs from 'node:fs'
import path from 'node:path'
import { standardAccessibility } from '@hot/domain/settings/accessibility'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const page = fs.readFileSync(path.join(root, 'docs/accessibility.md'), 'utf8')

const levels = {
  A: `1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.5.1 2.5.2
    2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.2`,
  AA: `1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11 2.5.7 2.5.8 3.1.2 3.2.3 3.2.4 3.3.3
    3.3.4 3.3.8 4.1.3`,
}
const criteria = Object.entries(levels).flatMap(([level, all]) =>
  all
    .trim()
    .split(/\s+/)
    .map((id) => `${id} ${level}`),
)

const rows = page
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line))
  .map((line) => {
    const [id = '', level = '', , state = '', why = ''] = line.slice(2, -2).split(' | ')
    return { id, level, state, why }
  })

test('every criterion of WCAG 2.2 on levels A and AA is in the table, once', () => {
  expect(criteria).toHaveLength(55)
  expect(rows.map(({ id, level }) => `${id} ${level}`).sort()).toEqual([...criteria].sort())
})

test('what is met names tests that are there, and everything else says why', () => {
  const wrong = rows.filter(({ state, why }) => {
    const tests = [...why.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)`/g)].map(([, file = '']) => file)
    if (!tests.every((file) => fs.existsSync(path.join(root, file)))) return true
    return state === 'met' ? tests.length === 0 : !['untested', 'not met', 'n/a'].includes(state) || why === ''
  })
  expect(wrong).toEqual([])
})

test('the summary counts the rows', () => {
  for (const state of ['met', 'untested', 'not met', 'n/a']) {
    const count = rows.filter((row) => row.state === state).length
    expect(page).toMatch(new RegExp(`^\\| ${state} \\|.*\\| ${count} \\|$`, 'm'))
  }
})

test('the statement and the page know the same faults, since the same days', () => {
  const stated = [...standardAccessibility.matchAll(/^- (.*Bekannt seit .*)$/gm)].map(([, fault]) => fault)
  const known = [...page.matchAll(/^\| (.*Bekannt seit [^|]*?) \|/gm)].map(([, fault]) => fault)
  expect(stated.length).toBeGreaterThan(0)
  expect(known).toEqual(stated)
})
