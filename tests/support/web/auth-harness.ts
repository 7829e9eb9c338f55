import { ownProfile } from '@hot/domain/contract/account/account'
import { createAuthMachine } from '#web/lib/auth/session/auth-machine.ts'
import type { SessionFacts } from '#web/lib/auth/session/session-facts.ts'
import type { OwnProfile } from '#web/lib/auth/viewer/own-profile.ts'
import type { Viewer } from '#web/lib/auth/viewer/viewer.ts'
import { exampleOf } from '../example-of.ts'
import { fakeClock } from './fake-clock.ts'

export const anna: SessionFacts = {
  userId: 'anna',
  email: 'anna@hot.example',
  createdAt: '2026-01-01T00:00:00Z',
  issuedAt: 0,
  assurance: { current: 'aal1', next: 'aal1' },
}
export const bert: SessionFacts = { ...anna, userId: 'bert', email: 'bert@hot.example' }

export const profileOf = (id: string, role: OwnProfile['role'] = 'user') =>
  exampleOf(ownProfile, {
    id,
    role,
    email: `${id}@hot.example`,
    nickname: id,
    slug: id,
    provider_type: 'email',
    created_at: anna.createdAt,
  })

/** The state machine with all of its dependencies observable. */
export function harness({
  cached = null as OwnProfile | null,
  role = 'user' as OwnProfile['role'],
  fresh = false,
} = {}) {
  const clock = fakeClock()
  const since = clock.now()
  const shown: Viewer[] = []
  const asked: { userId: string; answer(profile: OwnProfile | null): void; fail(): void }[] = []
  const store = { cached, role, fresh }
  const place = { admin: false }
  const machine = createAuthMachine({
    clock,
    publish: (viewer) => shown.push(viewer),
    cachedRole: () => store.role,
    cachedProfile: () => store.cached,
    cachedProfileIsFresh: () => store.fresh,
    cacheProfile: (profile) => Object.assign(store, { cached: profile, role: profile.role, fresh: true }),
    clearCachedProfile: () => Object.assign(store, { cached: null, role: 'user', fresh: false }),
    fetchProfile: (userId) =>
      new Promise((resolve, reject) => asked.push({ userId, answer: resolve, fail: () => reject(new Error('away')) })),
    inAdmin: () => place.admin,
  })
  const now = () => {
    const viewer = shown.at(-1)
    return viewer?.state === 'guest' ? (viewer.pending ? 'pending' : 'guest') : viewer?.state
  }
  return { clock, since, shown, asked, store, place, machine, now }
}

export const turn = () => new Promise((resolve) => setImmediate(resolve))
