import { expect, test } from 'vitest'
import { guardIsBypassed } from './account-layout.tsx'

const set = () => 'true'
const blocked = () => {
  throw new Error('SecurityError')
}

test.each([
  ['a production build', { DEV: false, MODE: 'production' }, set, false],
  ['a native build', { DEV: false, MODE: 'native' }, set, false],
  ['a build in test mode', { DEV: false, MODE: 'test' }, set, true],
  ['development', { DEV: true, MODE: 'development' }, set, true],
  ['test mode without the flag', { DEV: false, MODE: 'test' }, () => null, false],
  ['test mode with another value', { DEV: false, MODE: 'test' }, () => '1', false],
  ['test mode with blocked storage', { DEV: false, MODE: 'test' }, blocked, false],
])('%s', (_, build, read, bypassed) => expect(guardIsBypassed(build, read)).toBe(bypassed))
