import { expect, test } from 'vitest'
import { renameForm } from './staff-forms.ts'

const rest = { wished: false, rule: 'tone', reason: 'Beleidigender Nickname.' }
const form = 'Nimm 3 bis 20 Zeichen: deutsche Buchstaben, Ziffern, Unterstrich und Punkt.'

test('a nickname is cleaned before it is sent', () => {
  expect(renameForm.parse({ ...rest, nickname: '  couch_kartoffel ' })).toEqual({
    ...rest,
    nickname: 'couch_kartoffel',
  })
})

test.each([
  ['', 'Ganz ohne Namen geht es nicht. Gib einen ein.'],
  ['ab', form],
  ['mit leerzeichen', form],
  ['x'.repeat(21), form],
])('"%s" is refused', (nickname, message) => {
  const { error } = renameForm.safeParse({ ...rest, nickname })
  expect(error?.issues[0]).toMatchObject({ path: ['nickname'], message })
})
