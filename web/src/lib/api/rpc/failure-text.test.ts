import { expect, test } from 'vitest'
import { lostAnswer } from '../../../../../tests/support/web/lost-answer.ts'
import { DataError } from '../data-error.ts'
import { failureText, refusalOf } from './failure-text.ts'

test('a refusal of the database is recognised by its hint, not by code or text', () => {
  const taken = new DataError('23505', 409, 'duplicate key', 'nickname_taken')
  expect(refusalOf(taken)).toBe('nickname_taken')
  expect(failureText(taken)).toBe('Der Name ist schon weg. Nimm einen anderen.')
})

test('a refusal of sign-in is recognised by its code', () => {
  const refused = Object.assign(new Error('New password should be different'), { code: 'same_password', status: 422 })
  expect(failureText(refused)).toBe('Das ist dein altes Passwort. Denk dir ein neues aus.')
})

test('a form may have a better text', () => {
  expect(failureText({ code: 'email_exists' }, { email_exists: 'Das ist schon deine.' })).toBe('Das ist schon deine.')
})

test('a request that failed to connect blames the network', () => {
  expect(failureText(lostAnswer())).toMatch(/^Keine Verbindung/)
  expect(failureText(new DataError('', 0, 'fetch failed'))).toMatch(/^Keine Verbindung/)
  expect(failureText({ name: 'AuthRetryableFetchError', status: 503 })).toMatch(/^Keine Verbindung/)
})

test('a mistake of the program does not', () =>
  expect(failureText(new TypeError('URL.canParse is not a function'))).not.toContain('Verbindung'))

test('a request without an answer in time does not', () =>
  expect(failureText(new DataError('', 504, 'no answer in time', 'no_answer_in_time'))).toBe(
    'Der Server antwortet gerade nicht. Versuch es gleich noch einmal.',
  ))

test('any other error asks to try again, in German', () => {
  expect(failureText(new DataError('42501', 403, 'permission denied'))).toMatch(/Versuch es gleich noch einmal/)
  expect(failureText('nonsense')).toMatch(/Versuch es gleich noch einmal/)
  expect(failureText({ status: 429 })).toMatch(/^Das war zu viel auf einmal/)
  expect(failureText({ status: 401, code: '42501' })).toMatch(/^Deine Anmeldung ist abgelaufen/)
  expect(failureText({ name: 'AuthSessionMissingError', status: 400 })).toMatch(/^Deine Anmeldung ist abgelaufen/)
})
