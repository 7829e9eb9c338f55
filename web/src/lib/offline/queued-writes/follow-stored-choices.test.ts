import { beforeEach, expect, test, vi } from 'vitest'
import { turn } from '../../../../../tests/support/web/choices-harness.ts'
import type { Target } from './own-choices.ts'
import { followStoredChoices, type StoredChoice } from './stored-choices.ts'

const log: string[] = []
beforeEach(() => void log.splice(0))

function harness(keys: Target[], online = true) {
  const around = { online, back: () => {} }
  const room = (name: string) => () => Promise.resolve(log.push(name))
  const stop = followStoredChoices({
    stored: () => keys.map((key): StoredChoice => [key, 'heart']),
    load: { post: room('posts'), comment: room('comments'), fan: room('stars') },
    resume: () => Promise.resolve(void log.push('send')),
    online: () => around.online,
    onReturn(listener) {
      around.back = listener
      return () => log.push('stopped')
    },
  })
  return { around, stop }
}

test('nothing is loaded while nothing is stored', async () => {
  const { around } = harness([])
  around.back()
  await turn()
  expect(log).toEqual([])
})

test('only the code for what is stored is loaded, before anything is sent', async () => {
  harness(['post:1', 'fan:2', 'post:3'])
  await turn()
  expect(log).toEqual(['posts', 'stars', 'send'])
})

test('without a network nothing is tried; when it returns, it is sent', async () => {
  const { around } = harness(['comment:1'], false)
  around.back()
  await turn()
  expect(log).toEqual([])
  around.online = true
  around.back()
  await turn()
  expect(log).toEqual(['comments', 'send'])
})

test('an unknown kind loads nothing', async () => {
  harness(['horoscope:1'])
  await turn()
  expect(log).toEqual([])
})

test('a failed load is retried at the next opportunity', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  let fails = true
  let back = () => {}
  followStoredChoices({
    stored: () => [['post:1', 'heart']],
    load: { post: () => (fails ? Promise.reject(new Error('no network')) : Promise.resolve()) },
    resume: () => Promise.resolve(void log.push('send')),
    online: () => true,
    onReturn: (listener) => {
      back = listener
      return () => {}
    },
  })
  await turn()
  expect(log).toEqual([])
  fails = false
  back()
  await turn()
  expect(log).toEqual(['send'])
})

test('nothing is sent after it was stopped', async () => {
  const { stop } = harness(['post:1'])
  stop()
  await turn()
  expect(log).toEqual(['posts', 'stopped'])
})
