import { expect, it } from 'vitest'
import { fakeStore } from '../../../../tests/support/web/fake-push-shell.ts'
import { followTaps, type PushTap } from './push-events.ts'

const place = '/trashtalk/geruechte/2026/11/21/was?kommentar=1#kommentar-1'
const listPath = '/account/benachrichtigungen'

async function app(store = fakeStore()) {
  const done: string[] = []
  let time = 0
  let heard = (_: PushTap) => {}
  const stop = await followTaps({
    async onTap(listener) {
      heard = listener
      return () => {
        heard = () => {}
      }
    },
    siteUrl: 'https://hot.example',
    open: (path) => void done.push(`open ${path}`),
    markRead: async (notification) => void done.push(`read ${notification}`),
    store,
    now: () => time,
  })
  const tap = async (path: unknown, message: string | null = null, notification: unknown = 'n1') => {
    heard({ path, notification, message })
    await new Promise((resolve) => setTimeout(resolve))
  }
  const wait = (ms: number) => {
    time += ms
  }
  return { done, tap, wait, stop }
}

it('a tap opens the exact place and marks its notification as read', async () => {
  const { done, tap, stop } = await app()
  await tap(place)
  expect(done).toEqual([`open ${place}`, 'read n1'])
  stop()
  await tap('/stars')
  expect(done).toHaveLength(2)
})

it.each([
  'https://evil.example/',
  '//evil.example/stars',
  '/\\evil.example',
  '/admin',
  'javascript:alert(1)',
  undefined,
])('a tap with the path %j leads to the list, and marks nothing', async (path) => {
  const { done, tap } = await app()
  await tap(path)
  expect(done).toEqual([`open ${listPath}`])
})

it('without a notification’s id its target is opened anyway', async () => {
  const { done, tap } = await app()
  await tap(place, null, 7)
  expect(done).toEqual([`open ${place}`])
})

it('a tap that is reported twice at once counts once; later it counts again', async () => {
  const { done, tap, wait } = await app()
  await tap(place)
  wait(1999)
  await tap(place)
  expect(done).toHaveLength(2)
  wait(2000)
  await tap(place)
  expect(done).toHaveLength(4)
})

it('opening the app from the list of recent apps does not repeat the tap', async () => {
  const store = fakeStore()
  const first = await app(store)
  await first.tap(place, 'm1')
  const again = await app(store)
  await again.tap(place, 'm1')
  expect(again.done).toEqual([])
  await again.tap('/stars', 'm2')
  expect(again.done).toEqual(['open /stars', 'read n1'])
})
