import { expect, test } from 'vitest'
import type { OwnProfile, Role } from '#web/lib/auth/viewer/own-profile.ts'
import type { Viewer } from '#web/lib/auth/viewer/viewer.ts'
import { warmsFor } from './use-warming.ts'

const member = (role: Role, known = true): Viewer => ({
  state: 'member',
  user: { id: 'anna', email: 'anna@hot.example', createdAt: '2026-11-01T00:00:00Z' },
  profile: known ? ({ role } as OwnProfile) : null,
  role,
  assurance: { current: 'aal1', next: 'aal1' },
})

test.each([
  ['a guest', { state: 'guest', role: 'user' } as const, null],
  ['nobody knows yet', { state: 'loading', role: 'admin', profile: null } as const, null],
  ['a member', member('user'), null],
  ['a moderator', member('moderator'), null],
  ['an admin by an old role only', member('admin', false), null],
  ['an admin', member('admin'), 'anna'],
])('%s', (_, who, expected) => expect(warmsFor(who)).toBe(expected))
