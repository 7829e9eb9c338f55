import { expect, it } from 'vitest'
import { type CursorKeys, readsCursor } from './cacheable-search.ts'

const id = '0b9fbd3e-9f0c-4c39-8d0a-3b8d6a3b0001'
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

it.each<[CursorKeys, string[]]>([
  [['integer'], ['-2147483648']],
  [['integer'], ['2147483647']],
  [
    ['bigint', 'uuid', 'integer'],
    ['9223372036854775807', id, '0'],
  ],
  [
    ['float', 'uuid'],
    ['1.5e-07', id],
  ],
  [
    ['float', 'uuid'],
    ['-3', id],
  ],
  [
    ['float', 'uuid'],
    ['-Infinity', id],
  ],
  [
    ['instant', 'uuid'],
    ['2026-11-28 20:15:00+00', id],
  ],
  [
    ['instant', 'uuid'],
    ['2026-11-28 20:15:00.123456+01', id],
  ],
  [
    ['instant', 'uuid'],
    ['2026-11-28 20:15:00.1-03:30', id],
  ],
  [['day'], ['2026-11-28']],
  [
    ['text', 'uuid'],
    ['', id],
  ],
  [['text'], ['ş " \\ 🔥']],
])('reads what PostgreSQL writes as %j: %j', (keys, parts) => {
  expect(readsCursor(encoded(parts), keys)).toBe(true)
})

it.each<[CursorKeys, unknown]>([
  [['integer'], ['2147483648']],
  [['integer'], ['1.5']],
  [['integer'], ['']],
  [['integer'], [7]],
  [['integer'], '7'],
  [['integer'], ['7', '7']],
  [['integer'], []],
  [['bigint'], ['9223372036854775808']],
  [['float'], ['NaN1']],
  [['instant'], ['2026-13-28 20:15:00+00']],
  [['instant'], ['2026-11-28 20:15:00']],
  [['instant'], ['morgen']],
  [['day'], ['2026-11-32']],
  [['uuid'], ['0b9fbd3e']],
  [['text'], ['a\0b']],
  [['text'], ['\ud800']],
  [['text'], [null]],
])('does not read as %j: %j', (keys, value) => {
  expect(readsCursor(encoded(value), keys)).toBe(false)
})

it.each(['', 'x', 'WyI', 'WyJh', `${encoded(['7'])}=`, ` ${encoded(['7'])}`, 'WyL_', '["7"]'])(
  'does not read %j',
  (text) => {
    expect(readsCursor(text, ['text'])).toBe(false)
  },
)
