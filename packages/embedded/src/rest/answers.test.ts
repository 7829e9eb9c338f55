import { expect, test } from 'vitest'
import { DatabaseAway, DatabaseBusy } from '../database/engine.ts'
import { restAnswer, storageAnswer } from './answers.ts'

function statusOf(code: string, role: string) {
  const error = Object.assign(new Error('refused'), { code })
  return restAnswer(error, undefined, { role, error })?.status
}

/** The table of https://docs.postgrest.org/en/v14/references/errors.html#http-status-codes, one code of each row. */
test.each([
  ['08006', 503],
  ['09000', 500],
  ['0L000', 403],
  ['0P000', 403],
  ['23503', 409],
  ['23505', 409],
  ['25006', 405],
  ['25P02', 500],
  ['28P01', 403],
  ['2D000', 500],
  ['38000', 500],
  ['39000', 500],
  ['3B000', 500],
  ['40001', 500],
  ['53400', 500],
  ['53100', 503],
  ['54001', 500],
  ['55P03', 503], // 500 there, as for the next one; here the client is told to retry
  ['57014', 503],
  ['58000', 500],
  ['F0000', 500],
  ['HV000', 500],
  ['P0001', 400],
  ['P0002', 500],
  ['XX000', 500],
  ['42883', 404],
  ['42P01', 404],
  ['42P17', 500],
  ['42703', 400],
  ['22023', 400],
  ['PT418', 418],
  ['PT999', 400],
])('%s is answered with %i', (code, status) => {
  expect(statusOf(code, 'authenticated')).toBe(status)
})

test('a missing right is 401 for a guest and 403 for a member', () => {
  expect([statusOf('42501', 'anon'), statusOf('42501', 'authenticated')]).toEqual([401, 403])
})

test("only a lost connection is an outage; a value the driver cannot encode is the client's fault", () => {
  const answer = (error: Error) => restAnswer(error, undefined, { role: 'anon', error })?.status
  expect(answer(Object.assign(new Error('terminating'), { code: '57P01' }))).toBe(503)
  expect(answer(new TypeError('Invalid input for string type'))).toBe(400)
  expect(storageAnswer(new Error('anything'), undefined)?.status).toBe(500)
})

test.each([
  ['57014', Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })],
  ['PGRST003', new DatabaseBusy()],
  ['PGRST000', new DatabaseAway(new Error('gone'))],
])('%s says when to retry', async (code, error) => {
  const answer = restAnswer(error, undefined, { role: 'anon', error })
  expect([answer?.status, answer?.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await answer?.json()).toMatchObject({ code })
  expect(storageAnswer(error, undefined)?.status).toBe(503)
})
