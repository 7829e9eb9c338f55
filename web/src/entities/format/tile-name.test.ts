import { expect, test } from 'vitest'
import { tileName } from './tile-name.ts'

test('only a name over 24 characters gives way to its short name', () => {
  expect(tileName('Kampf der Realitystars', 'KdR')).toBe('Kampf der Realitystars')
  expect(tileName('Ich bin ein Star – Holt mich hier raus!', 'Dschungelcamp')).toBe('Dschungelcamp')
  expect(tileName('Ich bin ein Star – Holt mich hier raus!', null)).toBe('Ich bin ein Star – Holt mich hier raus!')
})
