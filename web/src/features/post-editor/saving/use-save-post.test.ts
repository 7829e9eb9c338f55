import { expect, test } from 'vitest'
import { DataError } from '#web/lib/api/data-error.ts'
import { lostAnswer } from '../../../../../tests/support/web/lost-answer.ts'
import { outcomeUnknown, saveFailure, sessionIsOver } from './use-save-post.ts'

const refusal = (status: number, hint = '') => new DataError('', status, 'English', hint)
const rate = (seconds: number | null) => new DataError('PT429', 429, 'English', 'rate_limited', seconds)

test.each([
  ['no network', lostAnswer(), false, /^Du bist offline\. .*sobald du wieder Netz hast\.$/, true],
  ['no answer', refusal(0), true, /erreichen den Server gerade nicht.*Versuch es gleich/, true],
  ['a broken server', refusal(503), true, /Bei uns ist etwas schiefgelaufen.*Versuch es gleich/, true],
  ['a ban', refusal(403, 'banned'), true, /gesperrt.*Dein Text bleibt/, false],
  ['no nickname', refusal(400, 'nickname_required'), true, /fehlt noch ein Nickname/, false],
  ['no invitation', refusal(403, 'invite_required'), true, /fehlt noch eine Einladung/, false],
  ['votes meanwhile', refusal(400, 'options_fixed'), true, /Antworten bleiben, wie sie sind/, false],
  ['a deleted post', refusal(403, 'post_gone'), true, /gibt es nicht mehr/, false],
  ['five minutes to wait', rate(300), true, /in 5 Minuten noch einmal/, false],
  ['seconds to wait', rate(20), true, /in einer Minute noch einmal/, false],
  ['a while to wait', rate(null), true, /in 5 Minuten noch einmal/, false],
  ['a session in doubt', refusal(401), true, /Anmeldung ließ sich nicht prüfen/, false],
  ['anything else', refusal(400, 'new_rule'), true, /^Ein unbekannter Fehler ist aufgetreten\./, false],
])('%s', (_, error, online, sentence, unknown) => {
  expect(saveFailure(error, online)).toMatch(sentence)
  expect(outcomeUnknown(error)).toBe(unknown)
})

test('only 401 means that the session is over', () => {
  expect(sessionIsOver(refusal(401))).toBe(true)
  expect(sessionIsOver(refusal(403))).toBe(false)
  expect(sessionIsOver(new TypeError('x'))).toBe(false)
})
