import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Viewer } from '#web/lib/auth/viewer/viewer.ts'
import { followTapped } from './granted-push.ts'

const given = vi.hoisted(() => ({
  viewer: { state: 'member' } as { state: string; pending?: boolean },
  listeners: new Set<() => void>(),
  tapped: [] as string[],
  asked: 0,
  read: [] as string[],
}))

vi.mock('#web/lib/auth/viewer/viewer.ts', () => ({
  viewer: () => given.viewer as Viewer,
  subscribeViewer: (listener: () => void) => {
    given.listeners.add(listener)
    return () => given.listeners.delete(listener)
  },
}))
vi.mock('#web/entities/notification/api.ts', () => ({
  markNotificationRead: async (id: string) => void given.read.push(id),
}))
vi.mock('./tell-worker.ts', () => ({
  askWorker: async () => {
    given.asked += 1
    return given.tapped.splice(0)
  },
}))

const settled = () => new Promise((resolve) => setTimeout(resolve))
let worker: EventTarget
const say = (data: unknown) => worker.dispatchEvent(new MessageEvent('message', { data }))

beforeEach(() => {
  worker = Object.assign(new EventTarget(), { ready: Promise.resolve({ active: {} }) })
  vi.stubGlobal('navigator', { serviceWorker: worker })
  Object.assign(given, { viewer: { state: 'member' }, tapped: [], asked: 0, read: [] })
  given.listeners.clear()
})
afterEach(() => vi.unstubAllGlobals())

it('what was tapped before the page started is marked once a member is known', async () => {
  Object.assign(given, { viewer: { state: 'loading' }, tapped: ['n1', 'n2'] })
  const stop = followTapped()
  await settled()
  expect(given.read).toEqual([])
  given.viewer = { state: 'member' }
  for (const listener of [...given.listeners]) listener()
  await settled()
  expect(given.read).toEqual(['n1', 'n2'])
  stop()
})

it('a guest marks nothing', async () => {
  Object.assign(given, { viewer: { state: 'guest' }, tapped: ['n1'] })
  const stop = followTapped()
  await settled()
  expect([given.asked, given.read]).toEqual([1, []])
  stop()
})

it('a tap on the open page is read when the worker reports it, until the page is left', async () => {
  const stop = followTapped()
  await settled()
  given.tapped = ['n3']
  say('something else')
  await settled()
  expect(given.read).toEqual([])
  say('tapped')
  await settled()
  expect(given.read).toEqual(['n3'])
  stop()
  given.tapped = ['n4']
  say('tapped')
  await settled()
  expect([given.asked, given.read]).toEqual([2, ['n3']])
})
