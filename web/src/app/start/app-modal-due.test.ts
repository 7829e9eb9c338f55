import { expect, test, vi } from 'vitest'
import { fakeClock } from '../../../../tests/support/web/fake-clock.ts'
import { appModalSeen, whenAppModalIsDue } from './app-modal-due.ts'

function harness() {
  const clock = fakeClock()
  const begin = clock.now()
  const state = { busy: false, shownAfter: [] as number[] }
  const stop = whenAppModalIsDue(
    clock.after,
    () => state.busy,
    () => state.shownAfter.push(clock.now() - begin),
  )
  /** In small steps, so that timers set meanwhile run in order. */
  const pass = (ms: number) => {
    for (let passed = 0; passed < ms; passed += 100) clock.advance(100)
  }
  return { state, stop, pass }
}

test('opens once, after a second', () => {
  const { pass, state } = harness()
  pass(900)
  expect(state.shownAfter).toEqual([])
  pass(5_000)
  expect(state.shownAfter).toEqual([1_000])
})

test('waits while something else has the focus', () => {
  const { pass, state } = harness()
  state.busy = true
  pass(3_500)
  expect(state.shownAfter).toEqual([])
  state.busy = false
  pass(500)
  expect(state.shownAfter).toEqual([4_000])
})

test('does not open after the app was left', () => {
  const { pass, state, stop } = harness()
  state.busy = true
  pass(2_500)
  state.busy = false
  stop()
  pass(5_000)
  expect(state.shownAfter).toEqual([])
})

test('where storage is blocked it counts as closed', () => {
  vi.stubGlobal('localStorage', { getItem: () => null })
  expect(appModalSeen()).toBe(false)
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('blocked', 'SecurityError')
    },
  })
  expect(appModalSeen()).toBe(true)
  vi.unstubAllGlobals()
})
