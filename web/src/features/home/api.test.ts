import { expect, test } from 'vitest'
import { programme } from './api.ts'

const hours = [9, 12, 15, 18, 20, 22]
const at = (now: number) => programme(hours, (hour) => hour < now, 3)

test('ended events are replaced by later ones', () => {
  expect(at(14)).toEqual([15, 18, 20])
})

test('late at night the list is filled up with events that have just ended', () => {
  expect(at(21)).toEqual([18, 20, 22])
  expect(at(23)).toEqual([18, 20, 22])
})

test('a short list is shown completely', () => {
  expect(programme([20], () => true, 3)).toEqual([20])
  expect(programme([], () => true, 3)).toEqual([])
})
