import { expect, test } from 'vitest'
import { entryOf } from './navigation.ts'

test.each([
  ['/admin', '/admin'],
  ['/admin/stars', '/admin/stars'],
  ['/admin/stars/social-media', '/admin/stars/social-media'],
  ['/admin/stars/edit/1', '/admin/stars'],
  ['/admin/formats/create', '/admin/formats'],
  ['/admin/nowhere', undefined],
])('%s belongs to %s', (path, entry) => expect(entryOf(path)).toBe(entry))
