import { beforeEach, expect, test, vi } from 'vitest'
import { fakeClock } from '#web/platform/device/fake-clock.ts'
import { createVoteOutbox, outboxRetryMs } from './vote-outbox.ts'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
})
beforeEach(() => stored.clear())

function stage(owner: string | undefined = 'anna', online = true) {
  const clock = fakeClock()
  const around = { online, owner }
  const resume = vi.fn()
  const outbox = createVoteOutbox({ clock, online: () => around.online, owner: () => around.owner, resume })
  return { clock, resume, outbox, around }
}

test('the last mark per target waits, in the order of the taps, also on the next page of the same member', () => {
  const { outbox } = stage()
  const told = vi.fn()
  outbox.subscribe(told)
  expect(outbox.keep('demand:1', '5')).toBe(true)
  expect(outbox.keep('post:2', 'heart')).toBe(false)
  outbox.keep('demand:1', null)
  expect([outbox.count(['demand', 'drama']), told.mock.calls.length]).toEqual([1, 3])
  expect(stage().outbox.before()).toEqual([
    ['post:2', 'heart'],
    ['demand:1', null],
  ])
})

test('nobody else finds them, and somebody else’s marks take their place', () => {
  stage().outbox.keep('demand:1', '5')
  const { outbox, around } = stage('bert')
  expect(outbox.before()).toEqual([])
  outbox.keep('demand:1', '2')
  around.owner = 'anna'
  expect(outbox.before()).toEqual([])
})

test('what was sent is forgotten, and nothing is left on the device', () => {
  const { outbox } = stage()
  outbox.keep('demand:1', '5')
  outbox.drop('demand:1')
  expect([stored.size, outbox.before()]).toEqual([0, []])
})

test('a guest leaves nothing behind', () => {
  stage(undefined).outbox.keep('demand:1', '5')
  expect(stage('').outbox.before()).toEqual([])
})

test('a server that is away is asked again after a while', () => {
  const { clock, resume, outbox } = stage()
  outbox.keep('demand:1', '5')
  clock.advance(outboxRetryMs - 1)
  expect(resume).not.toHaveBeenCalled()
  clock.advance(1)
  expect(resume).toHaveBeenCalledOnce()
})

test('without a network the time passes and nothing is tried', () => {
  const { clock, resume, outbox, around } = stage('anna', false)
  outbox.keep('demand:1', '5')
  clock.advance(3 * outboxRetryMs)
  expect(resume).not.toHaveBeenCalled()
  around.online = true
  clock.advance(outboxRetryMs)
  expect(resume).toHaveBeenCalledOnce()
})

test('when somebody else is looking nothing is tried, and it stays for whom it belongs to', () => {
  const { clock, resume, outbox } = stage()
  outbox.keep('demand:1', '5')
  outbox.clear()
  clock.advance(outboxRetryMs)
  expect([resume.mock.calls.length, outbox.count(['demand'])]).toEqual([0, 0])
  expect(outbox.before()).toEqual([['demand:1', '5']])
})

test.each(['{', '[]', '{"owner":1,"marks":[]}', '{"owner":"anna","marks":[["a"],[1,"b"],"x"]}'])(
  'what cannot be read is nothing: %s',
  (text) => {
    stored.set('hot_kept_marks', text)
    expect(stage().outbox.before()).toEqual([])
  },
)
