import { expect, it } from 'vitest'
import { storageKeys } from './storage-keys.ts'

it('has no key twice', () => {
  const keys = Object.values(storageKeys)
  expect(new Set(keys).size).toBe(keys.length)
})
