import { expect, test, vi } from 'vitest'
import { lostAnswer } from '../../../../tests/support/web/lost-answer.ts'
import { backendAnswers, cameBack, isSilentForLong, reportAnswer, subscribeAnswers } from './backend-reachable.ts'
import { DataError } from './data-error.ts'

test.each([
  [lostAnswer(), false],
  [new DataError('', 0, 'TypeError: Load failed'), false],
  // Of a line that is wrong, as in a browser that lacks what it calls.
  [new TypeError('URL.canParse is not a function'), undefined],
  [new DataError('', 504, 'no answer in time'), false],
  [new DOMException('signal is aborted without reason', 'AbortError'), undefined],
  [new DataError('P0001', 400, 'no'), true],
  [new DataError('', 500, 'broken'), true],
])('%s had an answer: %s', (error, came) => expect(cameBack(error)).toBe(came))

test('a backend is silent from the first request without an answer, silent for long after two seconds, until an answer arrives', () => {
  const listener = vi.fn()
  const leave = subscribeAnswers(listener)
  expect(isSilentForLong()).toBe(false)
  reportAnswer(false)
  reportAnswer(false)
  expect([backendAnswers(), isSilentForLong(), isSilentForLong(Date.now() + 2_000)]).toEqual([false, false, true])
  reportAnswer(true)
  expect([backendAnswers(), isSilentForLong(Date.now() + 2_000)]).toEqual([true, false])
  expect(listener).toHaveBeenCalledTimes(2)
  leave()
})
