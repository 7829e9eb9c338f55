import { expect, test } from 'vitest'
import { readSources } from './graph.ts'
import { quickFigures } from './print.ts'

test('every figure that npm run structure prints keeps its limit', { timeout: 300_000 }, async () => {
  const found = await quickFigures(readSources())
  expect(found.filter(({ holds }) => !holds)).toEqual([])
  // A folder that is read as empty would keep every limit.
  const figure = (start: string) => found.find(({ name }) => name.startsWith(start))?.value ?? 0
  expect(figure('TypeScript files')).toBeGreaterThan(1000)
  expect(figure('lines of SQL')).toBeGreaterThan(20_000)
  expect(figure('files that say what a row')).toBeGreaterThan(1)
})
