import { expect, it } from 'vitest'
import { mayFetchAgain } from './register-worker.ts'

it.each([
  ['not known', undefined, true],
  ['good', { effectiveType: '4g', saveData: false }, true],
  ['good, but data is saved', { effectiveType: '4g', saveData: true }, false],
  ['slow', { effectiveType: '3g' }, false],
  ['very slow', { effectiveType: 'slow-2g' }, false],
] as const)('a connection that is %s: a page is fetched once more to be kept, or not', (_, connection, may) => {
  expect(mayFetchAgain(connection)).toBe(may)
})
