import { beforeEach, expect, test, vi } from 'vitest'
import { createPost, sentSoFar } from './api.ts'
import { emptyFields, type PostArguments, postArguments } from './fields/post-fields.ts'

const calls: [string, { p_id: string; p_title: string }][] = []
vi.mock('#web/lib/api/rpc/rpc.ts', () => ({
  rpc: (name: string, args: { p_id: string; p_title: string }) => {
    calls.push([name, args])
    return Promise.resolve({ id: args.p_id })
  },
}))
beforeEach(() => void calls.splice(0))

const id = '018f3c5e-0000-7000-8000-000000000001'
const post = (title: string): PostArguments =>
  postArguments({ type: 'discussion', title, content: emptyFields().content, tags: [] })
const names = () => calls.map(([name, { p_title }]) => `${name} ${p_title}`)

/** Titles sent so far without a response, then the one being sent now. */
test.each([
  ['the first attempt', [], 'A', ['create_post A']],
  ['the same again', ['A'], 'A', ['create_post A']],
  ['changed after a lost answer', ['A'], 'B', ['create_post B', 'update_post B']],
  ['changed back after two lost answers', ['A', 'B'], 'A', ['create_post A', 'update_post A']],
])('%s', async (_, before, now, expected) => {
  const sent = before.reduce<string | null>((so, title) => sentSoFar(so, post(title)), null)
  await createPost({ id, type: 'discussion', post: post(now), sent })
  expect(names()).toEqual(expected)
  expect(calls.every(([, args]) => args.p_id === id)).toBe(true)
})
