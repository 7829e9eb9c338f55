import { expect, test } from 'vitest'
import { copyWeekForm } from './event-form.ts'

/** A Wednesday. */
const day = '2026-11-25'

test.each([
  ['2026-12-01', []],
  ['2026-11-22', []],
  ['2026-11-23', ['Das ist dieselbe Woche. Wähl eine andere.']],
  ['2026-11-29', ['Das ist dieselbe Woche. Wähl eine andere.']],
  ['2026-02-30', ['Wähl einen Tag.']],
  ['', ['Wähl einen Tag.']],
])('a week is copied to the one of "%s": %j', (target, messages) => {
  const { error } = copyWeekForm(day).safeParse({ target })
  expect((error?.issues ?? []).map(({ message }) => message)).toEqual(messages)
})
