import { describe, expect, test } from 'vitest'
import { initials, starName } from './name.ts'

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
