import { beforeEach, expect, test } from 'vitest'
import { stubDevice } from '../../../../../tests/support/web/choices-harness.ts'
import { storeChoice, storedChoices } from './stored-choices.ts'

let device = stubDevice()
beforeEach(() => {
  device = stubDevice()
})

test('the last choice per target waits, in the order of the taps', () => {
  storeChoice('anna', 'demand:1', '5')
  storeChoice('anna', 'post:2', 'heart')
  storeChoice('anna', 'demand:1', null)
  expect(storedChoices('anna')).toEqual([
    ['post:2', 'heart'],
    ['demand:1', null],
  ])
})

test('other members cannot read them, and their choices replace them', () => {
  storeChoice('anna', 'demand:1', '5')
  expect(storedChoices('bert')).toEqual([])
  storeChoice('bert', 'demand:1', '2')
  expect(storedChoices('anna')).toEqual([])
})

test('sent choices are deleted, and the last one removes the key', () => {
  storeChoice('anna', 'demand:1', '5')
  storeChoice('anna', 'demand:1', undefined)
  expect([device.size, storedChoices('anna')]).toEqual([0, []])
})

test('a guest stores nothing', () => {
  storeChoice(undefined, 'demand:1', '5')
  expect([device.size, storedChoices('')]).toEqual([0, []])
})

test.each(['{', '[]', '{"owner":1,"marks":[]}', '{"owner":"anna","marks":[["a"],[1,"b"],"x"]}'])(
  'what cannot be read is nothing: %s',
  (text) => {
    device.set('hot_kept_marks', text)
    expect(storedChoices('anna')).toEqual([])
  },
)
