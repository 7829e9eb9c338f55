import { type PostLive, type PostPage, postCard, postLive, postPage } from '@hot/domain/contract/post'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { exampleOf } from '../../../../tests/support/example-of.ts'
import { followAsGuest } from './guest-live.tsx'

const id = '0b9fbd3e-9f0c-4c39-8d0a-3b8d6a3b0001'
const since = '2026-11-23T20:00:00Z'
const card = exampleOf(postCard, {
  id,
  type: 'discussion',
  title: 'Wer zieht ein?',
  slug: 'wer-zieht-ein',
  created_at: '2026-11-23T19:00:00Z',
  last_activity_at: '2026-11-23T19:00:00Z',
  hearts: 1,
})
const shown = exampleOf(postPage, { ...card, content: 'Text', updated_at: since })
const key = ['posts', 'one', 'discussion', '2026-11-23', 'wer-zieht-ein']

const live = (changes: Partial<PostPage> = {}, comments: NonNullable<PostLive>['comments'] = []) =>
  exampleOf(postLive.unwrap(), {
    post: { ...card, ...changes },
    updated_at: changes.updated_at ?? since,
    comments,
  })

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
let answer: PostLive | 'down'
let asked: number
let client: QueryClient
let notices: unknown[]
let stop: () => void

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubEnv('VITE_SHELL', 'web')
  page.visibilityState = 'visible'
  vi.stubGlobal('document', page)
  answer = live()
  asked = 0
  vi.stubGlobal('fetch', async (path: string) => {
    asked += 1
    expect(path).toBe(`/_live/posts/${id}`)
    return answer === 'down' ? new Response(null, { status: 503 }) : Response.json(answer)
  })
  client = new QueryClient()
  client.setQueryData(key, shown)
  notices = []
  stop = followAsGuest({ client, post: shown, since, show: (notice) => void notices.push(notice) })
  await vi.advanceTimersByTimeAsync(0)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

const look = (ms = 15_000) => vi.advanceTimersByTimeAsync(ms)
const inPage = () => client.getQueryData<PostPage | null>(key)
const setVisible = (state: 'visible' | 'hidden') => {
  page.visibilityState = state
  page.dispatchEvent(new Event('visibilitychange'))
}

test('votes and reactions show with the next look; the text stays', async () => {
  answer = live({ hearts: 7, votes: 2 })
  await look()
  expect(inPage()).toMatchObject({ hearts: 7, votes: 2, content: 'Text' })
})

test('comments since the page was rendered are announced', async () => {
  const old = { id: 'a', created_at: '2026-11-23T19:59:59Z' }
  answer = live({ comments: 1 }, [old])
  await look()
  expect(notices.at(-1)).toBe(false)
  answer = live({ comments: 2 }, [{ id: 'b', created_at: '2026-11-23T20:00:01+00:00' }, old])
  await look()
  expect(notices.at(-1)).toMatchObject({ props: { ids: ['b'], postId: id } })
})

test('a removed post is not asked for again', async () => {
  answer = null
  await look()
  expect(inPage()).toBeNull()
  const before = asked
  await look(600_000)
  expect(asked).toBe(before)
})

test('a hidden tab does not ask; it does when it comes back', async () => {
  const before = asked
  setVisible('hidden')
  await look(600_000)
  expect(asked).toBe(before)
  setVisible('visible')
  await look(0)
  expect(asked).toBe(before + 1)
})

test('while the server is down it is asked less and less often, and followed again afterwards', async () => {
  answer = 'down'
  await look(600_000)
  expect(asked).toBeGreaterThan(4)
  expect(asked).toBeLessThan(10)
  expect(inPage()).toEqual(shown)
  answer = live({ hearts: 9 })
  await look(120_000)
  expect(inPage()?.hearts).toBe(9)
})

test('nothing is asked after the page is left', async () => {
  stop()
  const before = asked
  await look(600_000)
  expect(asked).toBe(before)
})
