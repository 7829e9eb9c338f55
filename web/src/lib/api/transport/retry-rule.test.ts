import { networkPolicy } from '@hot/domain/network/query-policy'
import { expect, test } from 'vitest'
import { lostAnswer } from '../../../../../tests/support/web/lost-answer.ts'
import { DataError } from '../data-error.ts'
import { retryWaitMs } from './retry-rule.ts'

const waits = (error: unknown, connection: string | undefined, random = 0) =>
  [0, 1, 2, 3].map((attempt) => retryWaitMs(attempt, error, networkPolicy(connection), random))
const answer = (status: number, retryAfter: number | null = null) => new DataError('', status, 'x', '', retryAfter)

test.each([
  ['no answer', answer(0), '4g', [1000, 2000, 4000, null]],
  ['no answer on 2g', answer(0), '2g', [2000, 4000, null, null]],
  ['no code', lostAnswer('Failed to fetch dynamically imported module'), undefined, [1000, 2000, 4000, null]],
  ['a mistake of the program', new TypeError('x is not a function'), '4g', [null, null, null, null]],
  ['a server in trouble', answer(500), '3g', [1000, 2000, 4000, null]],
  ['a server that names its wait', answer(503, 3), '4g', [3000, 3000, 4000, null]],
  ['a server that is away for long', answer(503, 60), '4g', [null, null, null, null]],
  ['a refusal', answer(403), '4g', [null, null, null, null]],
  ['too many requests', answer(429, 1), '4g', [null, null, null, null]],
  ['a refusal of sign-in', Object.assign(new Error('x'), { status: 401 }), '4g', [null, null, null, null]],
])('%s', (_, error, connection, expected) => expect(waits(error, connection)).toEqual(expected))

test('the waits have jitter', () => expect(waits(answer(0), '4g', 1)).toEqual([1250, 2500, 5000, null]))
