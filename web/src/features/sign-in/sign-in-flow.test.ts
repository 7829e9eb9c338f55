import type { Entry } from '@hot/domain/auth/sign-in-form'
import { expect, test } from 'vitest'
import { emptyEntry, entryIn, type SignInView, screenTexts, viewBefore } from './sign-in-flow.ts'

const typed: Entry = { ...emptyEntry(), email: 'anna@gmx.de', password: 'sommerhaus' }
const after = (entry: Entry, ...views: SignInView[]) => views.reduce((now, view) => entryIn(view, now), entry)

test('every opening starts empty', () => {
  expect(after(typed, 'register').email).toBe('anna@gmx.de')
  expect(emptyEntry()).toEqual({ email: '', password: '', confirmation: '', inviteCode: '' })
})

test('changing between the first screens keeps what was typed', () => {
  expect(after(typed, 'register', 'choices', 'login')).toMatchObject({ email: 'anna@gmx.de', password: 'sommerhaus' })
})

test('recovery keeps the address but not the password', () => {
  const entry = after(typed, 'forgot')
  expect(entry).toMatchObject({ email: 'anna@gmx.de', password: '', confirmation: '' })
  expect(after(entry, 'recovery-code', 'new-password').email).toBe('anna@gmx.de')
})

test('an invitation is kept', () => {
  expect(after({ ...typed, inviteCode: 'HOTHOT23' }, 'login').inviteCode).toBe('HOTHOT23')
  expect(after(emptyEntry('HOTHOT23'), 'forgot').inviteCode).toBe('HOTHOT23')
})

test('the first screen greets who has signed in here before, unless the occasion says something of its own', () => {
  const first = { title: 'Anmeldung erforderlich', description: 'Bitte melde dich an:' }
  expect(screenTexts('choices', {})).toEqual(first)
  const again = { ...first, description: 'Willkommen zurück! Bitte melde dich an:' }
  expect(screenTexts('choices', {}, true)).toEqual(again)
  expect(screenTexts('choices', { description: 'Zum Folgen:' }, true).description).toBe('Zum Folgen:')
  expect(screenTexts('login', {}, true)).toEqual({ title: 'Mit E-Mail anmelden' })
})

test('the back arrow goes one screen back and closes from the first', () => {
  expect(viewBefore('choices')).toBeNull()
  expect(viewBefore('login')).toBe('choices')
  expect(viewBefore('register')).toBe('choices')
  expect(viewBefore('forgot')).toBe('login')
  expect(viewBefore('recovery-code')).toBe('forgot')
  expect(viewBefore('second-factor')).toBeNull()
})
