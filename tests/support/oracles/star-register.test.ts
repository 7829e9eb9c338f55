import { describe, expect, test } from 'vitest'
import { letterOf } from './star-register.ts'

describe('letterOf', () => {
  test.each([
    ['Ähm', 'A'],
    ['øystein', 'O'],
    ['Жанна', 'Z'],
    ['3 Engel', '#'],
    ['„Pepper“', '#'],
    ['', '#'],
  ])('%j is under %s', (name, letter) => expect(letterOf(name)).toBe(letter))
})
