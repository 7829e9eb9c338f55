import { expect, test } from 'vitest'
import { openedAt, type SignInEvent, type SignInState, signInReducer, viewBefore } from './sign-in-view.ts'

const after = (state: SignInState, ...events: SignInEvent[]) => events.reduce(signInReducer, state)
const typed: SignInEvent[] = [
  { type: 'type', field: 'email', text: 'anna@gmx.de' },
  { type: 'type', field: 'password', text: 'sommerhaus' },
]

test('every opening starts empty at its screen', () => {
  const used = after(openedAt('choices'), { type: 'show', view: 'register' }, ...typed)
  expect(used.view).toBe('register')
  expect(openedAt('choices')).toEqual({
    view: 'choices',
    entry: { email: '', password: '', confirmation: '' },
    inviteCode: '',
  })
})

test('changing between the first screens keeps what was typed', () => {
  const steps = (['register', 'choices', 'login'] as const).map((view): SignInEvent => ({ type: 'show', view }))
  const state = after(openedAt('login'), ...typed, ...steps)
  expect(state.entry).toMatchObject({ email: 'anna@gmx.de', password: 'sommerhaus' })
})

test('a forgotten password is not carried into its replacement, the address is', () => {
  const state = after(openedAt('login'), ...typed, { type: 'show', view: 'forgot' })
  expect(state.entry).toEqual({ email: 'anna@gmx.de', password: '', confirmation: '' })
  expect(
    after(state, { type: 'show', view: 'recovery-code' }, { type: 'show', view: 'new-password' }).entry.email,
  ).toBe('anna@gmx.de')
})

test('an invitation travels along', () => {
  expect(after(openedAt('register', 'HOTHOT23'), ...typed, { type: 'show', view: 'login' }).inviteCode).toBe('HOTHOT23')
})

test('the back arrow leads one screen back and, from the first, out', () => {
  expect(viewBefore('choices')).toBeNull()
  expect(viewBefore('login')).toBe('choices')
  expect(viewBefore('register')).toBe('choices')
  expect(viewBefore('forgot')).toBe('login')
  expect(viewBefore('recovery-code')).toBe('forgot')
  expect(viewBefore('second-factor')).toBeNull()
})
