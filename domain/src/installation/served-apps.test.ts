import { expect, test } from 'vitest'
import { isBehind, standingOf } from './served-apps.ts'

const served = { version: '1.10.0', leastVersion: '1.9.2', leastBuild: 7, newestBuild: 12 }

test.each([
  ['the newest', { version: '1.10.0', build: 12 }, 'current', false],
  ['one that waits for the store', { version: '1.11.0-dev', build: 13 }, 'current', false],
  ['the newest upload of the version before', { version: '1.9.2', build: 12 }, 'current', true],
  ['an older upload', { version: '1.10.0', build: 11 }, 'older', true],
  ['the least of both', { version: '1.9.2', build: 7 }, 'older', true],
  ['an upload before the least', { version: '1.10.0', build: 6 }, 'refused', true],
  ['a version before the least', { version: '1.9.1', build: 12 }, 'refused', true],
  ['a much older version with more digits', { version: '1.2.30', build: 12 }, 'refused', true],
] as const)('%s is %j', (_, app, standing, behind) => {
  expect(standingOf(app, served)).toBe(standing)
  expect(isBehind(app, served)).toBe(behind)
})

test('without the operator’s word each upload of a served version is current', () =>
  expect(standingOf({ version: '1.9.2', build: 1 }, { version: '1.10.0', leastVersion: '1.9.2' })).toBe('current'))
