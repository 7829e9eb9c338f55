import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeCaches } from '../../../tests/support/web/fake-caches.ts'
import { revalidatePages } from './cache-visited.ts'
import { cacheCopy, currentEra, forgetCopies, listCopies, readCopy } from './cached-copies.ts'
import { answerPage } from './page-answer.ts'
import { copyLimits, pagePatienceMs } from './worker-limits.ts'
import type { FetchEvent } from './worker-scope.ts'

const url = 'https://hot.example/stars'

/** An answer with the type of a network answer, which constructed ones lack. */
function page(text: string, status = 200): Response {
  const answer = new Response(text, { status, headers: { 'content-type': 'text/html' } })
  Object.defineProperty(answer, 'type', { value: 'basic' })
  answer.clone = () => page(text, status)
  return answer
}

const keep = (text: string) => cacheCopy('pages', url, page(text), Date.now(), currentEra())

/** Opens the page; `answer` is what the visitor gets, `settled` resolves when all work is done. */
function open(network: Promise<Response>) {
  const onRemoved = vi.fn(async () => {})
  let answer: Promise<Response> | undefined
  let settled: Promise<unknown> | undefined
  const event = {
    request: new Request(url),
    resultingClientId: 'page',
    preloadResponse: network,
    respondWith: (given: Promise<Response>) => {
      answer = given
    },
    waitUntil: (work: Promise<unknown>) => {
      settled = work
    },
  } as unknown as FetchEvent
  answerPage(event, { offline: async () => page('offline', 503), onRemoved })
  return { text: async () => (await answer)?.text(), settled: () => settled, onRemoved }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('caches', fakeCaches())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('comes from the network even if there is a copy, and becomes the copy', async () => {
  await keep('old')
  const visit = open(Promise.resolve(page('new')))
  expect(await visit.text()).toBe('new')
  await visit.settled()
  expect(await (await readCopy('pages', url, Date.now()))?.text()).toBe('new')
})

it('comes from the copy when the network fails, and is the offline page without one', async () => {
  expect(await open(Promise.reject(new TypeError('no network'))).text()).toBe('offline')
  await keep('old')
  expect(await open(Promise.reject(new TypeError('no network'))).text()).toBe('old')
})

it('comes from the copy after a while without an answer; if the late answer is 404, the page is told and the copy deleted', async () => {
  await keep('old')
  let late: (answer: Response) => void = () => {}
  const visit = open(new Promise((resolve) => (late = resolve)))
  await vi.advanceTimersByTimeAsync(pagePatienceMs.otherwise)
  expect(await visit.text()).toBe('old')
  late(page('gone', 404))
  await visit.settled()
  expect(visit.onRemoved).toHaveBeenCalledOnce()
  expect(await readCopy('pages', url, Date.now())).toBeUndefined()
})

it('keeps waiting if there is no copy', async () => {
  let late: (answer: Response) => void = () => {}
  const visit = open(new Promise((resolve) => (late = resolve)))
  await vi.advanceTimersByTimeAsync(pagePatienceMs.otherwise * 2)
  late(page('new'))
  expect(await visit.text()).toBe('new')
  expect(visit.onRemoved).not.toHaveBeenCalled()
})

it('a copy that is too old is not used', async () => {
  await keep('old')
  vi.setSystemTime(Date.now() + copyLimits.pages.maxAgeMs + 1)
  expect(await open(Promise.reject(new TypeError('no network'))).text()).toBe('offline')
})

it('an answer in flight when all copies were deleted is not stored', async () => {
  const era = currentEra()
  await forgetCopies()
  await cacheCopy('pages', url, page('secret visit'), Date.now(), era)
  expect(await listCopies('pages')).toEqual([])
})

it('copies not used lately are revalidated, and deleted with their page', async () => {
  await keep('old')
  const asked = vi.fn(async () => page('gone', 410))
  vi.stubGlobal('fetch', asked)
  await revalidatePages(60_000)
  expect(asked).not.toHaveBeenCalled()
  vi.setSystemTime(Date.now() + 60_001)
  await revalidatePages(60_000)
  expect(asked).toHaveBeenCalledOnce()
  expect(await listCopies('pages')).toEqual([])
})
