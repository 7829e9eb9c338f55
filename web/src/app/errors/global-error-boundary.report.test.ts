import { expect, test } from 'vitest'
import { errorReport } from './global-error-boundary.tsx'

test('a report has message, both stacks, time and id, the stack cut to 500 characters', () => {
  const error = new Error('kaputt')
  error.stack = 'x'.repeat(900)
  const report = errorReport(error, '\n    at Shell', new Date('2026-11-21T12:00:00Z'))
  expect(report).toMatchObject({
    message: 'kaputt',
    stack: 'x'.repeat(500),
    componentStack: '\n    at Shell',
    time: '2026-11-21T12:00:00.000Z',
  })
  expect(report.errorId).toMatch(/^[a-z0-9]+-[a-z0-9]+$/)
})

test('any thrown value can be reported', () => {
  expect(errorReport('nur ein Text', undefined)).toMatchObject({ message: 'nur ein Text', componentStack: '' })
})

test('two reports at the same time have different ids', () => {
  const now = new Date()
  const ids = Array.from({ length: 5 }, () => errorReport(new Error('x'), '', now).errorId)
  expect(new Set(ids).size).toBeGreaterThan(1)
})
