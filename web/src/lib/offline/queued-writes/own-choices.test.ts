import { beforeEach, expect, test, vi } from 'vitest'

const member = (id: string) => ({
  state: 'member' as const,
  user: { id, email: '', createdAt: '' },
  profile: null,
  role: 'user' as const,
  assurance: { current: 'aal1' as const, next: 'aal1' as const },
})

let own: typeof import('./own-choices.ts')
let session: typeof import('#web/lib/auth/viewer/viewer.ts')
beforeEach(async () => {
  vi.resetModules()
  own = await import('./own-choices.ts')
  session = await import('#web/lib/auth/viewer/viewer.ts')
})

test('choices stay while the session is checked again, and are dropped with the member', () => {
  session.setViewer(member('anna'))
  own.showOwnChoices([['post:1', 'heart']])
  session.setViewer({ state: 'guest', role: 'user', pending: true })
  session.setViewer(member('anna'))
  expect(own.ownChoice('post:1')).toBe('heart')
  session.setViewer(member('bert'))
  expect(own.ownChoice('post:1')).toBeUndefined()
  expect(own.choicesOwner()).toBe('bert')
})

test('signing out clears them and notifies listeners', () => {
  session.setViewer(member('anna'))
  own.showOwnChoices([['post:1', 'heart']])
  const listener = vi.fn()
  own.subscribeOwnChoices(listener)
  session.setViewer({ state: 'guest', role: 'user' })
  expect(listener).toHaveBeenCalledOnce()
  expect(own.ownChoice('post:1')).toBeUndefined()
})

test('no choice is different from an unknown one', () => {
  own.showOwnChoices([['fan:1', null]])
  expect(own.ownChoice('fan:1')).toBeNull()
  own.showOwnChoices([['fan:1', undefined]])
  expect(own.ownChoice('fan:1')).toBeUndefined()
})

test('a member recognised before this code was loaded is the owner too', async () => {
  vi.resetModules()
  const { setViewer } = await import('#web/lib/auth/viewer/viewer.ts')
  setViewer(member('anna'))
  expect((await import('./own-choices.ts')).choicesOwner()).toBe('anna')
})
