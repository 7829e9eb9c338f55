import { expect, test } from 'vitest'
import { exampleOf } from '../../../tests/support/example-of.ts'
import { type PostCard, postCard } from '../contract/post.ts'
import { shownOfPost } from '../post/picture.ts'
import { sharedPicturePath } from './shared-picture.ts'

const post = (status: 'unverified' | 'debunked') =>
  exampleOf(postCard, {
    id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    type: 'rumor',
    title: 'Zieht Mandy ein?',
    slug: 'zieht-mandy-ein',
    rumor: { status },
  })
const pathOf = (one: PostCard) => sharedPicturePath('post', one.id, shownOfPost(one))

test('a picture with other content has another URL', () => {
  expect(pathOf(post('unverified'))).toMatch(/^\/og\/post\/7c9e6679-7425-40de-944b-e07fc1f90ae7\.png\?v=[0-9a-z]+$/)
  expect(pathOf(post('debunked'))).not.toBe(pathOf(post('unverified')))
  expect(pathOf({ ...post('unverified'), hearts: 5, last_activity_at: '2027-01-01T00:00:00+00:00' })).toBe(
    pathOf(post('unverified')),
  )
})

test('a slug cannot leave its segment', () => {
  expect(sharedPicturePath('star', '../x?y', [])).toMatch(/^\/og\/star\/\.\.%2Fx%3Fy\.png/)
})
