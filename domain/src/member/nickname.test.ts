import { describe, expect, it, test } from 'vitest'
import { ordinaryNames, refusedNames } from '../../../tests/support/nicknames.ts'
import { isReservedName, likeName, nicknameSchema } from './nickname.ts'

const message = (nickname: unknown) => nicknameSchema.safeParse(nickname).error?.issues[0]?.message

describe('nicknameSchema', () => {
  test.each([
    ['Anna', 'Anna'],
    ['rosen_kavalier.99', 'rosen_kavalier.99'],
    ['Müßiggänger', 'Müßiggänger'],
    ['Mu\u0308ller', 'Müller'],
    ['  Anna ', 'Anna'],
    ['123', '123'],
    ['anna.meier', 'anna.meier'],
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
    ['Admin', /nur das Team/],
    ['A.d_min', /nur das Team/],
    ['HoT', /nur das Team/],
    ['Hot_Team', /nur das Team/],
    ['kim.', /„kim“/],
    ['__proto__', /„proto“/],
    ['Mod_Lena', /„Lena_schaut“/],
    ['ADMIN1', /„Sofa_schaut“/],
    ['web.de', /wie eine Web-Adresse/],
    ['Mail.Example.ORG', /wie eine Web-Adresse/],
  ])('%j is refused: %s', (typed, reason) => expect(message(typed)).toMatch(reason))

  it('refuses values that are not text', () => expect(nicknameSchema.safeParse(42).success).toBe(false))
})

test.each(refusedNames)('%s passes for the team, the site or nobody', (name) => {
  expect(message(name)).toBeDefined()
  if (!/^[._]|[._]$/.test(name)) expect(isReservedName(name)).toBe(true)
  expect(message(likeName(name))).toBeUndefined()
})

test.each(ordinaryNames)('%s is a name like any other', (name) => expect(message(name)).toBeUndefined())
