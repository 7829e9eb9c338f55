import { describe, expect, it, test } from 'vitest'
import { nicknameSchema, reservedNicknames } from './nickname.ts'

const message = (nickname: unknown) => nicknameSchema.safeParse(nickname).error?.issues[0]?.message

describe('nicknameSchema', () => {
  test.each([
    ['Anna', 'Anna'],
    ['rosen_kavalier.99', 'rosen_kavalier.99'],
    ['Müßiggänger', 'Müßiggänger'],
    ['Mu\u0308ller', 'Müller'],
    ['  Anna ', 'Anna'],
    ['123', '123'],
    ['popcorn_paule.', 'popcorn_paule.'],
    ['a.b.c', 'a.b.c'],
    ['a'.repeat(20), 'a'.repeat(20)],
    ['admina', 'admina'],
  ])('%j is stored as %j', (typed, stored) => expect(nicknameSchema.parse(typed)).toBe(stored))

  test.each([
    ['', /mindestens 3 Zeichen/],
    [' ab ', /mindestens 3 Zeichen/],
    ['a'.repeat(21), /höchstens 20 Zeichen/],
    ['Anna B', /nur deutsche Buchstaben/],
    ['anna-b', /nur deutsche Buchstaben/],
    ['anna@b', /nur deutsche Buchstaben/],
    ['Аnna', /nur deutsche Buchstaben/],
    ['Çağla', /nur deutsche Buchstaben/],
    ['anna😀', /nur deutsche Buchstaben/],
    ['a×b÷c', /nur deutsche Buchstaben/],
    ['<b>', /nur deutsche Buchstaben/],
    ['_._', /mindestens einen Buchstaben/],
    ['Admin', /vergeben wir nicht/],
    ['A.d_min', /vergeben wir nicht/],
    ['HoT', /vergeben wir nicht/],
    ['Hot_Team', /vergeben wir nicht/],
    ['web.de', /wie eine Web-Adresse/],
    ['Mail.Example.ORG', /wie eine Web-Adresse/],
  ])('%j is refused: %s', (typed, reason) => expect(message(typed)).toMatch(reason))

  it('refuses values that are not text', () => expect(nicknameSchema.safeParse(42).success).toBe(false))
})

test('every reserved word that a nickname could be is refused, in capitals and with dots too', () => {
  for (const word of reservedNicknames.map((reserved) => reserved.replace('-', '_'))) {
    for (const spelling of [word, word.toUpperCase(), `${word.slice(0, 2)}.${word.slice(2)}`]) {
      expect(message(spelling)).toMatch(/vergeben wir nicht/)
    }
  }
})
