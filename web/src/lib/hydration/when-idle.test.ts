import type { ConsentLevel } from '@hot/domain/privacy/consent'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as consent from '#web/platform/storage/consent.ts'
import { whenQuiet } from './when-idle.ts'

const page = Object.assign(new EventTarget(), { readyState: 'complete' })

/** A window that is always idle, with the timers of the test. */
function quietWindow(): EventTarget {
  return Object.assign(new EventTarget(), {
    setTimeout: (run: () => void, ms: number) => setTimeout(run, ms),
    clearTimeout: (timer: number | undefined) => clearTimeout(timer),
    requestIdleCallback: (run: () => void) => run(),
  })
}

let browser: EventTarget
beforeEach(() => {
  vi.useFakeTimers()
  browser = quietWindow()
  page.readyState = 'complete'
  vi.stubGlobal('window', browser)
  vi.stubGlobal('document', page)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const choose = (level: ConsentLevel) => vi.spyOn(consent, 'consentLevel').mockReturnValue(level)

describe('work after the first view', () => {
  test.each([
    ['none', 2_000],
    ['essential', 2_000],
    ['full', 0],
  ] as const)('begins, with the choice %s, %i ms after the page is there', (level, ms) => {
    choose(level)
    const start = vi.fn(() => () => {})
    whenQuiet(start)
    if (ms > 0) vi.advanceTimersByTime(ms - 1)
    expect(start).toHaveBeenCalledTimes(0)
    vi.advanceTimersByTime(1)
    expect(start).toHaveBeenCalledTimes(1)
  })

  test('waits for a page that is still loading, and begins once', () => {
    choose('none')
    page.readyState = 'interactive'
    const start = vi.fn(() => () => {})
    whenQuiet(start)
    vi.advanceTimersByTime(60_000)
    expect(start).not.toHaveBeenCalled()
    browser.dispatchEvent(new Event('load'))
    browser.dispatchEvent(new Event('load'))
    vi.advanceTimersByTime(60_000)
    expect(start).toHaveBeenCalledOnce()
  })

  test.each([
    ['before the page is loaded', 'interactive', 0],
    ['while it rests', 'complete', 1_999],
  ])('never begins when the app ends %s', (_, readyState, ms) => {
    choose('none')
    page.readyState = readyState
    const start = vi.fn(() => () => {})
    const leave = whenQuiet(start)
    vi.advanceTimersByTime(ms)
    leave()
    browser.dispatchEvent(new Event('load'))
    vi.advanceTimersByTime(60_000)
    expect(start).not.toHaveBeenCalled()
  })

  test('ends with the app once it has begun', () => {
    choose('full')
    const stop = vi.fn()
    const leave = whenQuiet(() => stop)
    vi.advanceTimersByTime(1)
    expect(stop).not.toHaveBeenCalled()
    leave()
    expect(stop).toHaveBeenCalledOnce()
  })
})
