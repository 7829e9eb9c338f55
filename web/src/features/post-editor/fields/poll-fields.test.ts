import { expect, test } from 'vitest'
import { addOption, moveOption, nextOption, type OptionStep, removeOption } from './poll-fields.tsx'

const options = (keys: string) => [...keys].map((key) => ({ key, text: key }))
const shown = (step: OptionStep | null) => step && `${step.options.map(({ key }) => key).join('')} ${step.focus}`

test.each([
  ['up', moveOption(options('abc'), 1, 'up', 'up'), 'bac b:up'],
  ['down', moveOption(options('abc'), 1, 'down', 'text'), 'acb b:text'],
  ['up from the top', moveOption(options('abc'), 0, 'up', 'up'), null],
  ['down from the end', moveOption(options('abc'), 2, 'down', 'down'), null],
  ['the middle away', removeOption(options('abc'), 1), 'ac c:text'],
  ['the last away', removeOption(options('abc'), 2), 'ab b:text'],
  ['one of two away', removeOption(options('ab'), 0), null],
  ['on to the next', nextOption(options('ab'), 0), 'ab b:text'],
  ['on from the last of eight', nextOption(options('abcdefgh'), 7), null],
  ['a ninth', addOption(options('abcdefgh')), null],
])('%s', (_, step, expected) => expect(shown(step)).toBe(expected))

test('a new answer is empty, last, and has the focus', () => {
  const step = nextOption(options('ab'), 1)
  const added = step?.options[2]
  expect(added?.text).toBe('')
  expect(step?.focus).toBe(`${added?.key}:text`)
})
