import { expect, test } from 'vitest'
import { entryOf, groupOf } from './navigation.ts'

test.each([
  ['/admin', '/admin'],
  ['/admin/stars', '/admin/stars'],
  ['/admin/stars/social-media', '/admin/stars/social-media'],
  ['/admin/stars/edit/1', '/admin/stars'],
  ['/admin/formats/create', '/admin/formats'],
  ['/admin/nowhere', undefined],
])('%s belongs to %s', (path, entry) => expect(entryOf(path)).toBe(entry))

test.each([
  ['/admin', 'Haus'],
  ['/admin/reports', 'Moderation'],
  ['/admin/stars/edit/1', 'Inhalte'],
  ['/admin/users/create', 'Menschen'],
  ['/admin/nowhere', 'Haus'],
])('on a phone %s shows the tabs of %s', (path, group) => expect(groupOf(path)).toBe(group))
