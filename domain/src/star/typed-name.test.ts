import { expect, test } from 'vitest'
import { coupleOf, namePartsOf } from './typed-name.ts'

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
