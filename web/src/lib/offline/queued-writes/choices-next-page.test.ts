import { onlineManager, QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { member, stubDevice, turn } from '../../../../../tests/support/web/choices-harness.ts'
import type { Target } from './own-choices.ts'

/** Choices that an earlier page of this member stored on the device. */
const stored = stubDevice()
vi.stubGlobal('BroadcastChannel', undefined)
const kept = () => JSON.parse(stored.get('hot_kept_marks') ?? 'null') as { marks: [Target, string | null][] } | null

async function nextPage(wait?: 'with a lock') {
  vi.resetModules()
  const locked: string[] = []
  const request = (name: string, run: () => Promise<void>) => {
    locked.push(name)
    return run()
  }
  vi.stubGlobal('navigator', { onLine: true, ...(wait ? { locks: { request } } : {}) })
  onlineManager.setOnline(true)
  const { setViewer } = await import('#web/lib/auth/viewer/viewer.ts')
  setViewer(member('anna'))
  const { choicesOf } = await import('./choices.ts')
  const { DataError } = await import('#web/lib/api/data-error.ts')
  const { ownChoice } = await import('./own-choices.ts')
  const choices = choicesOf(new QueryClient())
  const sent: string[] = []
  const answers: { answer(): Promise<unknown>; fail(status: number): Promise<unknown> }[] = []
  const failed = vi.fn()
  const define = (...kinds: string[]) => {
    for (const kind of kinds)
      choices.define(kind, {
        write: (id, choice) =>
          new Promise<void>((resolve, reject) => {
            sent.push(`${kind}:${id}=${choice}`)
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
  return { choices, ownChoice, define, sent, answers, failed, locked }
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
  const { choices, define, sent, answers, locked } = await nextPage('with a lock')
  define('post', 'comment')
  expect(sent).toEqual([])
  void choices.resume()
  void choices.resume()
  for (const at of [0, 1, 2]) {
    await turn()
    expect(sent).toHaveLength(at + 1)
    await answers[at]?.answer()
  }
  expect(sent).toEqual(['comment:1=heart', 'post:2=poop', 'post:1=null'])
  expect(kept()).toBeNull()
  // Each while no other tab sends.
  expect(new Set(locked)).toEqual(new Set(['hot_kept_marks']))
  expect(locked.length).toBeGreaterThanOrEqual(3)
  await choices.resume()
  expect(sent).toHaveLength(3)
})

test('is shown at once, before it is sent', async () => {
  const { ownChoice, define } = await nextPage()
  expect(ownChoice('post:2')).toBeUndefined()
  define('post')
  expect([ownChoice('post:2'), ownChoice('post:1'), ownChoice('comment:1')]).toEqual(['poop', null, undefined])
})

test('is replaced by the next tap, and nothing older remains', async () => {
  const { choices, define, sent, answers } = await nextPage()
  define('post')
  choices.choose('post:2', 'heart')
  await turn()
  expect(kept()?.marks).toContainEqual(['post:2', 'heart'])
  await answers[0]?.answer()
  expect(sent).toEqual(['post:2=heart'])
  expect(kept()?.marks.map(([key]) => key)).toEqual(['comment:1', 'post:1'])
})

test('that another tab stored meanwhile wins over what this page had read', async () => {
  const { choices, define, sent } = await nextPage()
  define('post')
  const afterwards = [
    ['post:1', 'heart'],
    ['post:2', 'heart'],
  ]
  stored.set('hot_kept_marks', JSON.stringify({ owner: 'anna', marks: afterwards }))
  void choices.resume()
  await turn()
  expect(sent).toEqual(['post:1=heart'])
})

test('is rolled back with a message when the server refuses, and not retried', async () => {
  const { choices, define, answers, failed, ownChoice } = await nextPage()
  define('comment')
  const over = choices.resume()
  await turn()
  await answers[0]?.fail(403)
  await over
  expect([failed.mock.calls.length, ownChoice('comment:1')]).toEqual([1, undefined])
  expect(kept()?.marks.map(([key]) => key)).toEqual(['post:2', 'post:1'])
})

test('a tap during sending stays stored until it is confirmed', async () => {
  const { choices, define, answers, sent } = await nextPage()
  define('comment')
  void choices.resume()
  await turn()
  choices.choose('comment:1', 'poop')
  await turn()
  expect(kept()?.marks.at(-1)).toEqual(['comment:1', 'poop'])
  await answers[0]?.answer()
  await answers[1]?.answer()
  expect(sent).toEqual(['comment:1=heart', 'comment:1=poop'])
  expect(kept()?.marks.map(([key]) => key)).toEqual(['post:2', 'post:1'])
})

test('by another tab is dropped when a later tap here is confirmed', async () => {
  const { choices, define, sent, answers } = await nextPage()
  define('post')
  stored.set('hot_kept_marks', JSON.stringify({ owner: 'anna', marks: [['post:9', 'poop']] }))
  choices.choose('post:9', 'heart')
  await turn()
  await answers[0]?.answer()
  expect([sent, kept()]).toEqual([['post:9=heart'], null])
})

test('a request in flight when the page is left is stored until it is answered', async () => {
  stored.clear()
  const { choices, define, answers } = await nextPage()
  define('star')
  choices.choose('star:1', 'fan')
  await turn()
  choices.leave()
  expect(kept()?.marks).toEqual([['star:1', 'fan']])
  await answers[0]?.answer()
  expect(kept()).toBeNull()
})

test('a request interrupted by leaving the page is shown and sent by the next one', async () => {
  stored.clear()
  const left = await nextPage()
  left.define('star')
  left.choices.choose('star:1', 'fan')
  await turn()
  left.choices.leave()

  const { choices, ownChoice, define, sent, answers } = await nextPage()
  define('star')
  expect(ownChoice('star:1')).toBe('fan')
  void choices.resume()
  await turn()
  expect(sent).toEqual(['star:1=fan'])
  await answers[0]?.answer()
  expect(kept()).toBeNull()
})

test('keeps its order when only some of the kinds are defined', async () => {
  const marks = [
    ['post:2', 'poop'],
    ['comment:1', 'heart'],
  ]
  stored.set('hot_kept_marks', JSON.stringify({ owner: 'anna', marks }))
  const { choices, define, sent, answers } = await nextPage()
  define('post')
  define('comment')
  void choices.resume()
  await turn()
  await answers[0]?.answer()
  expect(sent).toEqual(['post:2=poop', 'comment:1=heart'])
})
