import { beforeEach, expect, test, vi } from 'vitest'
import type { MarkKey } from './own-reactions.ts'
import { turn } from './toggle-queue-harness.ts'

/** What an earlier page of this member left on the device. */
const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
})
vi.stubGlobal('BroadcastChannel', undefined)
const kept = () => JSON.parse(stored.get('hot_kept_marks') ?? 'null') as { marks: [MarkKey, string | null][] } | null

async function nextPage(wait?: 'with a lock') {
  vi.resetModules()
  const locked: string[] = []
  const request = (name: string, run: () => Promise<void>) => {
    locked.push(name)
    return run()
  }
  vi.stubGlobal('navigator', { onLine: true, ...(wait ? { locks: { request } } : {}) })
  const { setViewer } = await import('#web/lib/auth/viewer/viewer.ts')
  const user = { id: 'anna', email: '', createdAt: '' }
  setViewer({ state: 'member', user, profile: null, role: 'user', assurance: { current: 'aal1', next: 'aal1' } })
  const { toggleQueue } = await import('./toggle-queue.ts')
  const { DataError } = await import('#web/lib/api/data-error.ts')
  const { ownMark } = await import('./own-reactions.ts')
  const sent: string[] = []
  const answers: { answer(): Promise<unknown>; fail(status: number): Promise<unknown> }[] = []
  const failed = vi.fn()
  const define = (...kinds: string[]) => {
    for (const kind of kinds)
      toggleQueue.define(kind, {
        write: (id, mark) =>
          new Promise<void>((resolve, reject) => {
            sent.push(`${kind}:${id}=${mark}`)
            answers.push({
              answer() {
                resolve()
                return turn()
              },
              fail(status) {
                reject(new DataError('', status, 'no'))
                return turn()
              },
            })
          }),
        stale: () => {},
        failed,
      })
  }
  return { toggleQueue, ownMark, define, sent, answers, failed, locked }
}

beforeEach(() => {
  stored.clear()
  const marks = [
    ['comment:1', 'heart'],
    ['post:2', 'poop'],
    ['post:1', null],
  ]
  stored.set('hot_kept_marks', JSON.stringify({ owner: 'anna', marks }))
})

test('is sent one after the other in the order of the taps, whichever kind is defined first, and once', async () => {
  const { toggleQueue, define, sent, answers, locked } = await nextPage('with a lock')
  define('post', 'comment')
  expect(sent).toEqual([])
  void toggleQueue.sendKept()
  void toggleQueue.sendKept()
  for (const at of [0, 1, 2]) {
    await turn()
    expect(sent).toHaveLength(at + 1)
    await answers[at]?.answer()
  }
  expect(sent).toEqual(['comment:1=heart', 'post:2=poop', 'post:1=null'])
  expect(kept()).toBeNull()
  expect(locked).toEqual(['hot_kept_marks', 'hot_kept_marks'])
  await toggleQueue.sendKept()
  expect(sent).toHaveLength(3)
})

test('is shown at once where it belongs, before it is sent', async () => {
  const { ownMark, define } = await nextPage()
  expect(ownMark('post:2')).toBeUndefined()
  define('post')
  expect([ownMark('post:2'), ownMark('post:1'), ownMark('comment:1')]).toEqual(['poop', null, undefined])
})

test('gives way to the next tap, and nothing older is left behind', async () => {
  const { toggleQueue, define, sent, answers } = await nextPage()
  define('post')
  toggleQueue.set('post:2', 'heart')
  expect(kept()?.marks).toContainEqual(['post:2', 'heart'])
  await answers[0]?.answer()
  expect(sent).toEqual(['post:2=heart'])
  expect(kept()?.marks.map(([key]) => key)).toEqual(['comment:1', 'post:1'])
})

test('that another tab wrote meanwhile counts, not what this page had read', async () => {
  const { toggleQueue, define, sent } = await nextPage()
  define('post')
  const afterwards = [
    ['post:1', 'heart'],
    ['post:2', 'heart'],
  ]
  stored.set('hot_kept_marks', JSON.stringify({ owner: 'anna', marks: afterwards }))
  void toggleQueue.sendKept()
  await turn()
  expect(sent).toEqual(['post:1=heart'])
})

test('is taken back with a word when the server refuses, and not tried again', async () => {
  const { toggleQueue, define, answers, failed, ownMark } = await nextPage()
  define('comment')
  const over = toggleQueue.sendKept()
  await turn()
  await answers[0]?.fail(403)
  await over
  expect([failed.mock.calls.length, ownMark('comment:1')]).toEqual([1, undefined])
  expect(kept()?.marks.map(([key]) => key)).toEqual(['post:2', 'post:1'])
})

test('a tap during sending is what stands on the device until it has arrived', async () => {
  const { toggleQueue, define, answers, sent } = await nextPage()
  define('comment')
  void toggleQueue.sendKept()
  await turn()
  toggleQueue.set('comment:1', 'poop')
  expect(kept()?.marks.at(-1)).toEqual(['comment:1', 'poop'])
  await answers[0]?.answer()
  await answers[1]?.answer()
  expect(sent).toEqual(['comment:1=heart', 'comment:1=poop'])
  expect(kept()?.marks.map(([key]) => key)).toEqual(['post:2', 'post:1'])
})

test('by another tab is forgotten when a later tap here arrives', async () => {
  const { toggleQueue, define, sent, answers } = await nextPage()
  define('post')
  stored.set('hot_kept_marks', JSON.stringify({ owner: 'anna', marks: [['post:9', 'poop']] }))
  toggleQueue.set('post:9', 'heart')
  await answers[0]?.answer()
  expect([sent, kept()]).toEqual([['post:9=heart'], null])
})

test('what is on its way when the page is left is kept until its answer is here', async () => {
  stored.clear()
  const { toggleQueue, define, answers } = await nextPage()
  define('star')
  toggleQueue.set('star:1', 'fan')
  toggleQueue.leave()
  expect(kept()?.marks).toEqual([['star:1', 'fan']])
  await answers[0]?.answer()
  expect(kept()).toBeNull()
})

test('what was cut off when the page was left is shown and sent by the next one', async () => {
  stored.clear()
  const left = await nextPage()
  left.define('star')
  left.toggleQueue.set('star:1', 'fan')
  left.toggleQueue.leave()

  const { toggleQueue, ownMark, define, sent, answers } = await nextPage()
  define('star')
  expect(ownMark('star:1')).toBe('fan')
  void toggleQueue.sendKept()
  await turn()
  expect(sent).toEqual(['star:1=fan'])
  await answers[0]?.answer()
  expect(kept()).toBeNull()
})
