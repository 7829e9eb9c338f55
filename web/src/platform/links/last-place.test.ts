import { expect, test } from 'vitest'
import { followPlace, forgetPlace } from './last-place.ts'

const minute = 60_000

/** A device whose app can be started anew. */
function device() {
  const stored = new Map<string, string>()
  let clock = 0
  const start = (path = '/') => {
    const location = { href: path }
    const heard = { moved: () => {}, paused: () => {} }
    const listen = (name: keyof typeof heard) => (listener: () => void) => {
      heard[name] = listener
      return () => {}
    }
    followPlace({
      history: {
        location,
        replace: (to) => {
          location.href = to
        },
        subscribe: (listener) => listen('moved')(() => listener({ location })),
      },
      storage: {
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, value) => void stored.set(key, value),
      },
      onPause: listen('paused'),
      now: () => clock,
    })
    const open = (to: string) => {
      location.href = to
      heard.moved()
    }
    return {
      open,
      pause: () => heard.paused(),
      leave: () => forgetPlace({ setItem: (key, value) => void stored.set(key, value) }),
      at: () => location.href,
    }
  }
  const wait = (ms: number) => {
    clock += ms
  }
  return { start, wait, stored }
}

test('within ten minutes an app that was ended opens where it was', () => {
  const { start, wait } = device()
  const first = start()
  first.open('/trashtalk/neu?art=umfrage')
  wait(30 * minute)
  // Left for a moment after reading for half an hour.
  first.pause()
  wait(9 * minute)
  expect(start().at()).toBe('/trashtalk/neu?art=umfrage')
})

test('later it begins at the front, and a link that opens the app comes first', () => {
  const { start, wait } = device()
  start().open('/stars/bo')
  wait(minute)
  expect(start('/kalender').at()).toBe('/kalender')
  wait(10 * minute)
  expect(start().at()).toBe('/')
})

test('signing out, and pages of signing in, leave no place', () => {
  const { start } = device()
  const first = start()
  first.open('/account/daten')
  first.leave()
  expect(start().at()).toBe('/')
  first.open('/auth/callback?code=x')
  expect(start().at()).toBe('/')
})

test.each(['{"path":"//evil.example","at":0}', '{"path":"https://evil.example","at":0}', '{"pa', '{}'])(
  'what was stored damaged is not opened: %s',
  (text) => {
    const { start, stored } = device()
    stored.set('hot_last_place', text)
    expect(start().at()).toBe('/')
  },
)
