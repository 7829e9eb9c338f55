import { expect, test } from 'vitest'
import { mentionMark, nameSpellings } from './mention.ts'

test.each([
  ['kim', ['kim']],
  ['kim.', ['kim.', 'kim']],
  ['Kim...', ['kim...', 'kim', 'kim..', 'kim.']],
  ['kim.Das', ['kim.das', 'kim']],
  ['kim_', ['kim_', 'kim']],
  ['Anna.Lena_.', ['anna.lena_.', 'anna.lena', 'anna.lena_', 'anna']],
  ['.kim', ['.kim']],
  ['...', ['...', '..', '.']],
  [`kim.${'x'.repeat(80)}`, ['kim']],
  ['x'.repeat(80), []],
])('@%s can mean %j', (typed, names) => expect(nameSpellings(typed)).toEqual(names))

test.each([
  ['@kim, @kim-fan (@kim) „@kim“ @kim’s', ['kim', 'kim', 'kim', 'kim', 'kim']],
  ['ich@kim.de @@kim x/@kim -@kim @kim@web.de', []],
  ['@kimé @аnna', []],
  ['*@kim* _@kim_ ||@kim|| ich_@kim', ['kim', 'kim_', 'kim']],
])('names in %j', (text, names) => expect(Array.from(text.matchAll(mentionMark), ([, name]) => name)).toEqual(names))
