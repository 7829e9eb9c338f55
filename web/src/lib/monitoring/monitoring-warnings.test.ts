import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const tracked = vi.hoisted(() => vi.fn())
vi.mock('#web/lib/analytics/track.ts', () => ({ track: tracked }))

const { reportSpeed } = await import('./monitoring-warnings.ts')

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  tracked.mockReset()
})

test.each([
  ['appLoad', 3000, 'app_load'],
  ['pageLoad', 1000, 'page_load'],
  ['render', 100, 'render'],
  ['apiCall', 2000, 'api_call'],
] as const)('%s warns above %i ms and is counted as %s', (kind, limit, name) => {
  reportSpeed(kind, limit, '/stars')
  expect(console.warn).not.toHaveBeenCalled()
  expect(tracked).not.toHaveBeenCalled()
  reportSpeed(kind, limit + 0.6, '/stars')
  expect(console.warn).toHaveBeenCalledWith(`Langsam: ${name} ${limit + 1} ms (/stars)`)
  expect(tracked).toHaveBeenCalledExactlyOnceWith('custom_performance_metric', {
    metadata: { name, value: limit + 1 },
  })
})

/** A router whose events the test triggers. */
async function watched(at: { now: number }) {
  vi.resetModules()
  const listeners = new Map<string, (event: object) => void>()
  vi.stubGlobal('window', {
    __TSR_ROUTER__: { subscribe: (name: string, listener: (event: object) => void) => listeners.set(name, listener) },
  })
  vi.stubGlobal('location', { pathname: '/' })
  vi.spyOn(performance, 'now').mockImplementation(() => at.now)
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([])
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      observe() {}
    },
  )
  const { watchSpeed } = await import('./monitoring-warnings.ts')
  watchSpeed()
  return (name: string, ms: number, event: object = {}) => {
    at.now += ms
    listeners.get(name)?.(event)
  }
}
const warnings = () => vi.mocked(console.warn).mock.calls.flat()
const rendered = { toLocation: { pathname: '/stars' } }

test.each([
  { data: 950, paint: 40, said: [] },
  { data: 10, paint: 120, said: ['Langsam: render 120 ms (/stars)'] },
  { data: 990, paint: 60, said: ['Langsam: page_load 1050 ms (/stars)'] },
  { data: 1000, paint: 150, said: ['Langsam: render 150 ms (/stars)', 'Langsam: page_load 1150 ms (/stars)'] },
])('a page whose data took $data ms and whose painting $paint ms: $said', async ({ data, paint, said }) => {
  const happens = await watched({ now: 5_000 })
  happens('onBeforeNavigate', 20_000, { pathChanged: true })
  happens('onBeforeRouteMount', data)
  happens('onRendered', paint, rendered)
  expect(warnings()).toEqual(said)
})

test('a change within the page is no page load, but its rendering counts', async () => {
  const happens = await watched({ now: 0 })
  happens('onBeforeNavigate', 0, { pathChanged: false })
  happens('onBeforeRouteMount', 3_000)
  happens('onRendered', 101, rendered)
  happens('onRendered', 9_000, rendered)
  expect(warnings()).toEqual(['Langsam: render 101 ms (/stars)'])
})
