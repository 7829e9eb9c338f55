import { rpcs } from '@hot/domain/contract/rpcs'
import { expect, test } from 'vitest'
import { changesPages } from './purge-on-write.ts'

test.each([
  ['POST', '/rest/v1/rpc/delete_own_post'],
  ['POST', '/rest/v1/rpc/update_post'],
  ['POST', '/rest/v1/rpc/delete_own_account'],
  ['POST', '/rest/v1/rpc/update_own_profile'],
  ['POST', '/rest/v1/rpc/set_nickname'],
  ['POST', '/rest/v1/rpc/archive_post_before_delete'],
  ['POST', '/rest/v1/rpc/moderate_case'],
  ['POST', '/rest/v1/rpc/admin_set_rumor_status'],
  ['DELETE', '/rest/v1/comments'],
  ['PATCH', '/rest/v1/comments'],
  ['PATCH', '/rest/v1/community_posts'],
  ['POST', '/rest/v1/moderation_actions'],
])('%s %s empties the page cache', (method, path) => {
  expect(changesPages(method, path)).toBe(true)
})

test.each([
  ['GET', '/rest/v1/rpc/post_page'],
  ['POST', '/rest/v1/rpc/create_post'],
  ['POST', '/rest/v1/rpc/viewer_posts'],
  ['POST', '/rest/v1/comments'],
  ['POST', '/rest/v1/post_reactions'],
  ['DELETE', '/rest/v1/post_reactions'],
  ['POST', '/rest/v1/rpc/set_star_votes'],
  ['DELETE', '/storage/v1/object/avatars'],
])('%s %s may wait', (method, path) => {
  expect(changesPages(method, path)).toBe(false)
})

test('whatever the team changes is seen at once', () => {
  const staffWrites = Object.entries(rpcs).filter(
    ([name, traits]) => /^(admin|moderate|archive)_/.test(name) && 'writes' in traits,
  )
  expect(staffWrites.length).toBeGreaterThan(30)
  expect(staffWrites.filter(([, traits]) => !('purges' in traits)).map(([name]) => name)).toEqual([])
})
