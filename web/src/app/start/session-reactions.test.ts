import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
const store = {
  get length() {
    return stored.size
  },
  key: (at: number) => [...stored.keys()][at] ?? null,
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
}
vi.stubGlobal('localStorage', store)
vi.stubGlobal('sessionStorage', store)
vi.mock('../service-worker/tell-worker.ts', () => ({ forgetVisited: () => Promise.resolve() }))
vi.mock('#web/ui/feedback/toasts.ts', () => ({ showToast: () => {} }))

const { reactToSession } = await import('./session-reactions.ts')
const { forgetExistingUser, hasExistingUser } = await import('#web/platform/storage/existing-user.ts')
const { storeChoice, storedChoices } = await import('#web/lib/offline/queued-writes/stored-choices.ts')

beforeEach(() => {
  stored.clear()
  storeChoice('anna', 'post:1', 'heart')
})

test('signing out, here or in another tab, deletes queued votes', () => {
  reactToSession({ kind: 'signed-out', refused: false }, new QueryClient())
  expect([stored.get('hot_kept_marks'), storedChoices('anna')]).toEqual([undefined, []])
})

test('after an ended session they are available again after signing in', () => {
  reactToSession({ kind: 'signed-out', refused: true }, new QueryClient())
  expect(storedChoices('anna')).toEqual([['post:1', 'heart']])
})

test('what a guest had loaded stays for the member they become, to be asked for again; of another member nothing', () => {
  const client = new QueryClient()
  client.setQueryData(['comments', 'post'], ['Hallo'])
  const signIn = { kind: 'signed-in', userId: 'anna', here: false, registered: false, persisted: true } as const
  reactToSession({ ...signIn, replaces: false }, client)
  expect(client.getQueryState(['comments', 'post'])).toMatchObject({ data: ['Hallo'], isInvalidated: true })
  reactToSession({ ...signIn, replaces: true }, client)
  expect(client.getQueryState(['comments', 'post'])).toBeUndefined()
})

test('that somebody with an account has signed in here outlives their sign-out; a registration does not count', () => {
  const signIn = { kind: 'signed-in', userId: 'anna', here: true, persisted: true, replaces: false } as const
  reactToSession({ ...signIn, registered: true }, new QueryClient())
  expect(hasExistingUser()).toBe(false)
  reactToSession({ ...signIn, registered: false }, new QueryClient())
  reactToSession({ kind: 'signed-out', refused: false }, new QueryClient())
  expect([hasExistingUser(), stored.get('hot_existing_user_login')]).toEqual([true, 'true'])
  forgetExistingUser()
  expect(hasExistingUser()).toBe(false)
})

test('the address of a registration ends with the first session, in whichever tab, and with every way out', () => {
  const signIn = { kind: 'signed-in', userId: 'anna', registered: true, persisted: true, replaces: false } as const
  const events = [
    { ...signIn, here: true },
    { ...signIn, here: false },
    { kind: 'signed-out', refused: false },
    { kind: 'signed-out', refused: true },
  ] as const
  for (const event of events) {
    for (const key of ['hot_registered_mail', 'hot_asked_mail']) stored.set(key, '{"email":"anna@gmx.de"}')
    reactToSession(event, new QueryClient())
    expect([stored.get('hot_registered_mail'), stored.get('hot_asked_mail')]).toEqual([undefined, undefined])
  }
})

test('what an admin screen shows stays when the server ends the session, unasked; after signing out nothing does', () => {
  const client = new QueryClient()
  const queryKey = ['admin', 'news', 'one', '1']
  client.setQueryData(queryKey, { title: 'Text' })
  const options = { queryKey, staleTime: Infinity, queryFn: () => null, meta: { personal: true } }
  const stop = new QueryObserver(client, options).subscribe(() => {})
  reactToSession({ kind: 'signed-out', refused: true }, client)
  expect(client.getQueryState(queryKey)).toMatchObject({ data: { title: 'Text' }, isInvalidated: false })
  reactToSession({ kind: 'signed-out', refused: false }, client)
  expect(client.getQueryState(queryKey)).toBeUndefined()
  stop()
})
