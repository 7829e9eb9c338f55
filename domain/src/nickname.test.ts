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
    ['Çağla', 'Çağla'],
    ['123', '123'],
    ['a'.repeat(20), 'a'.repeat(20)],
    ['admina', 'admina'],
  ])('%j is stored as %j', (typed, stored) => expect(nicknameSchema.parse(typed)).toBe(stored))

  test.each([
    ['', /mindestens 3 Zeichen/],
    [' ab ', /mindestens 3 Zeichen/],
    ['a'.repeat(21), /höchstens 20 Zeichen/],
    ['Anna B', /nur Buchstaben/],
    ['anna-b', /nur Buchstaben/],
    ['anna@b', /nur Buchstaben/],
    ['Аnna', /nur Buchstaben/],
    ['anna😀', /nur Buchstaben/],
    ['a×b÷c', /nur Buchstaben/],
    ['<b>', /nur Buchstaben/],
    ['_._', /mindestens einen Buchstaben/],
    ['Admin', /vergeben wir nicht/],
    ['A.d_mín', /vergeben wir nicht/],
    ['HoT', /vergeben wir nicht/],
    ['gelöscht', /vergeben wir nicht/],
  ])('%j is refused: %s', (typed, reason) => expect(message(typed)).toMatch(reason))

  it('refuses what is no text', () => expect(nicknameSchema.safeParse(42).success).toBe(false))
})

test('every reserved word is refused, in capitals too', () => {
  for (const word of reservedNicknames.filter(({ length }) => length >= 3)) {
    expect(message(word)).toMatch(/vergeben wir nicht/)
    expect(message(word.toUpperCase())).toMatch(/vergeben wir nicht/)
  }
})
