import { expect, test } from 'vitest'
import { countOf, formatCount, formatPercent, formatScore } from './format-number.ts'

const whole = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 0 })
const tenths = new Intl.NumberFormat('de-DE', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const values = [0, 1, 7, 12, 99, 100, 999, 1000, 1284, 9999, 10_000, 123_456, 1_000_000, 2_147_483_647]

test.each(values)('%i is formatted as by Intl', (value) => {
  expect(formatCount(value)).toBe(whole.format(value))
  expect(formatCount(-value - 1)).toBe(whole.format(-value - 1))
})

test.each([0, 0.04, 0.05, 0.5, 9.96, 42, 94.2, 94.25, 99.94, 99.95, 100, 1234.5, -0.3, -12.75])(
  '%d has one decimal',
  (score) => {
    expect(formatScore(score)).toBe(tenths.format(score))
  },
)

test.each([
  [0, '0\u00a0%'],
  [0.005, '1\u00a0%'],
  [0.6749, '67\u00a0%'],
  [1, '100\u00a0%'],
])('a share of %d is %s', (share, text) => expect(formatPercent(share)).toBe(text))

test('what rounds to nothing has no sign', () => {
  expect(formatCount(-0.4)).toBe('0')
  expect(formatScore(-0.04)).toBe('0,0')
})

test('only one is singular', () => {
  expect([0, 1, 1284].map((count) => countOf(count, 'Star', 'Stars'))).toEqual(['0 Stars', '1 Star', '1.284 Stars'])
})
