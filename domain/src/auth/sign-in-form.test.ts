import { describe, expect, test } from 'vitest'
import { asInviteCode, inviteForm, isIncomplete, refuseEntry, refuseNewPassword } from './sign-in-form.ts'

const good = { email: 'anna@gmx.de', password: 'sommerhaus', confirmation: 'sommerhaus' }

describe('refuseEntry', () => {
  test('names the problem and the field', () => {
    expect(refuseEntry({ ...good, email: 'anna@mailinator.com' }, 'login')).toEqual({
      title: 'E-Mail nicht erlaubt',
      text: 'Bitte verwende eine E-Mail-Adresse von Google, Proton, GMX, Web, T-Online, Apple, Hotmail, Outlook oder Yahoo.',
      field: 'email',
    })
    expect(refuseEntry({ ...good, password: 'sieben7' }, 'login')).toEqual({
      title: 'Passwort zu kurz',
      text: 'Das Passwort muss mindestens 8 Zeichen lang sein.',
      field: 'password',
    })
    expect(refuseEntry({ ...good, confirmation: 'winterhaus' }, 'register')).toEqual({
      title: 'Passwörter stimmen nicht überein',
      text: 'Bitte überprüfe deine Passwort-Eingabe.',
      field: 'confirmation',
    })
  })

  test('address first, then length, then equality', () => {
    const bad = { email: 'x@y.example', password: 'kurz', confirmation: 'anders' }
    expect(refuseEntry(bad, 'register')?.title).toBe('E-Mail nicht erlaubt')
    expect(refuseEntry({ ...bad, email: good.email }, 'register')?.title).toBe('Passwort zu kurz')
  })

  test.each(['', 'anna', 'anna@', '@gmx.de', 'anna@gmx.de@evil.example', 'anna @gmx.de', 'anna@gmаil.com'])(
    'refuses %j as an address',
    (email) => expect(refuseEntry({ ...good, email }, 'register')?.field).toBe('email'),
  )
  test.each(['Anna+hot@GMX.de', ' anna@gmx.de ', 'an.na@googlemail.com'])('takes %j', (email) =>
    expect(refuseEntry({ ...good, email }, 'register')).toBeNull(),
  )

  test('signing in needs no confirmation and has no upper limit', () => {
    const long = 'x'.repeat(73)
    expect(refuseEntry({ ...good, password: long, confirmation: '' }, 'login')).toBeNull()
    expect(refuseEntry({ ...good, password: long, confirmation: long }, 'register')?.title).toBe('Passwort zu lang')
  })
})

test('the minimum counts code points, the maximum bytes as the backend does', () => {
  const twice = (password: string) => ({ password, confirmation: password })
  expect(refuseNewPassword(twice('🔥'.repeat(7)))?.title).toBe('Passwort zu kurz')
  expect(refuseNewPassword(twice('🔥'.repeat(8)))).toBeNull()
  expect(refuseNewPassword(twice('ä'.repeat(36)))).toBeNull()
  expect(refuseNewPassword(twice('ä'.repeat(37)))?.title).toBe('Passwort zu lang')
  expect(refuseNewPassword(twice('        '))).toBeNull()
})

test('all fields are required, the confirmation only when registering', () => {
  expect(isIncomplete(good, 'login')).toBe(false)
  expect(isIncomplete({ ...good, email: '  ' }, 'login')).toBe(true)
  expect(isIncomplete({ ...good, password: '' }, 'login')).toBe(true)
  expect(isIncomplete({ ...good, confirmation: '' }, 'login')).toBe(false)
  expect(isIncomplete({ ...good, confirmation: '' }, 'register')).toBe(true)
})

test('a pasted code is normalised', () => {
  expect(asInviteCode(' hot7-wxyz \n')).toBe('HOT7WXYZ')
  expect(asInviteCode('')).toBe('')
})

test('the form passes the normalised code on, and nothing without one', () => {
  expect(inviteForm.parse({ code: ' hot7-wxyz' })).toEqual({ code: 'HOT7WXYZ' })
  expect(inviteForm.safeParse({ code: ' - ' }).success).toBe(false)
})
