import { describe, expect, test } from 'vitest'
import { coupleOf, initials, namePartsOf, starName } from './name.ts'

describe('starName', () => {
  test.each([
    [{ first_name: 'Mandy', nickname: 'Pepper', last_name: 'Pfefferkorn' }, 'Mandy „Pepper“ Pfefferkorn'],
    [{ first_name: 'Mandy', nickname: null, last_name: 'Pfefferkorn' }, 'Mandy Pfefferkorn'],
    [{ first_name: 'Mandy', nickname: '  ', last_name: '' }, 'Mandy'],
    [{ first_name: '', nickname: 'Tiggi', last_name: '' }, '„Tiggi“'],
    [{ first_name: '\u00a0Rico\u00a0 ', last_name: 'Sturm\u00a0höfel' }, 'Rico Sturm höfel'],
    [{ first_name: 'Tony', nickname: '"Big T"', last_name: 'Vlachos' }, 'Tony „Big T“ Vlachos'],
    [{ first_name: 'Tony', nickname: '„Big T“', last_name: null }, 'Tony „Big T“'],
    [{}, 'Unbekannt'],
  ])('%j is shown as %s', (star, name) => expect(starName(star)).toBe(name))
})

describe('initials', () => {
  test.each([
    ['Mandy „Pepper“ Pfefferkorn', 'MP'],
    ['Celina-Joy Bergstein', 'CB'],
    ['anna maria von berg', 'AB'],
    ['Cher', 'C'],
    ['ößi', 'Ö'],
    ['ßeta Alfa', 'SA'],
    ['rosen_kavalier.99', 'RK'],
    ['1live', '1'],
    ['😀 (Zoe)', 'Z'],
    ['„Tiggi“', 'T'],
    ['?!', '?'],
    ['', '?'],
  ])('of %j are %s', (name, letters) => expect(initials(name)).toBe(letters))
})

test.each([
  ['Rico Rasant', { first_name: 'Rico', last_name: 'Rasant', nickname: '' }],
  ['  Rico  ', { first_name: 'Rico', last_name: '', nickname: '' }],
  ['Mandy „Pepper“ von Pfefferkorn', { first_name: 'Mandy', last_name: 'von Pfefferkorn', nickname: 'Pepper' }],
  ['"Jupp" Kowalski', { first_name: 'Kowalski', last_name: '', nickname: 'Jupp' }],
  ['„Der Dachs“', { first_name: '', last_name: '', nickname: 'Der Dachs' }],
  ['Dr. Eva-Maria von der Lühe', { first_name: 'Dr. Eva-Maria', last_name: 'von der Lühe', nickname: '' }],
  ['Prof. Dr. med. Jan Roth', { first_name: 'Prof. Dr. med. Jan', last_name: 'Roth', nickname: '' }],
  ['Dr. Bob', { first_name: 'Dr. Bob', last_name: '', nickname: '' }],
  ['J. Roth', { first_name: 'J.', last_name: 'Roth', nickname: '' }],
  ['Ernst August Prinz von Hallen', { first_name: 'Ernst August', last_name: 'Prinz von Hallen', nickname: '' }],
  ['Anna Maria van Dyk', { first_name: 'Anna Maria', last_name: 'van Dyk', nickname: '' }],
  ['Karl von und zu Tal', { first_name: 'Karl', last_name: 'von und zu Tal', nickname: '' }],
  ['Prinz Marcus von Hallen', { first_name: 'Prinz Marcus', last_name: 'von Hallen', nickname: '' }],
  ['von der Lühe', { first_name: '', last_name: 'von der Lühe', nickname: '' }],
  ['Steffi Graf', { first_name: 'Steffi', last_name: 'Graf', nickname: '' }],
  ['Der Wendler', { first_name: 'Der Wendler', last_name: '', nickname: '' }],
  ['DJ Sonne', { first_name: 'DJ Sonne', last_name: '', nickname: '' }],
  ['', { first_name: '', last_name: '', nickname: '' }],
])('%o typed in one field', (typed, parts) => {
  expect(namePartsOf(typed)).toEqual(parts)
})

test.each([
  ['Mia und Leon Rehbein', ['Mia Rehbein', 'Leon Rehbein']],
  ['Mia Rehbein & Leon Fuchs', ['Mia Rehbein', 'Leon Fuchs']],
  ['Mia + Leon', ['Mia', 'Leon']],
  ['Dr. Eva und Jan von der Lühe', ['Dr. Eva von der Lühe', 'Jan von der Lühe']],
  ['Karl von und zu Tal', null],
  ['Die Rosen und die Dornen', null],
  ['„Mia und Leon“', null],
  ['Mia, Leon und Kim', null],
  ['Mia und Leon und Kim', null],
  ['Gundula Rehbein', null],
  ['Mia und', null],
])('%o names %j', (typed, couple) => {
  expect(coupleOf(typed)).toEqual(couple)
})
