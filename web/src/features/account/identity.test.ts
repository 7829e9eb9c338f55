import { expect, test } from 'vitest'
import { DataError } from '#web/data/data-error.ts'
import { neededProof } from './identity.ts'

test('the server says which proof it wants', () => {
  expect(neededProof(new DataError('P0001', 400, '…', 'reauthentication_needed'))).toBe('sign-in')
  expect(neededProof(new DataError('P0001', 400, '…', 'mfa_needed'))).toBe('code')
  expect(neededProof({ code: 'insufficient_aal', status: 401 })).toBe('code')
})

test('other refusals are not answered by proving anything', () => {
  expect(neededProof(new DataError('P0001', 400, '…', 'last_admin'))).toBeNull()
  expect(neededProof(new TypeError('Failed to fetch'))).toBeNull()
})
