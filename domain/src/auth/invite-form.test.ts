import { expect, test } from 'vitest'
import { asInviteCode, inviteForm } from './invite-form.ts'

test('a code is read as people paste it', () => {
  expect(asInviteCode(' hot7-wxyz \n')).toBe('HOT7WXYZ')
  expect(asInviteCode('')).toBe('')
})

test('the form hands over the code as it is stored, and nothing without one', () => {
  expect(inviteForm.parse({ code: ' hot7-wxyz' })).toEqual({ code: 'HOT7WXYZ' })
  expect(inviteForm.safeParse({ code: ' - ' }).success).toBe(false)
})
