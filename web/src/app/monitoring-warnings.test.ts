import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const tracked = vi.hoisted(() => vi.fn())
vi.mock('#web/data/track.ts', () => ({ track: tracked }))

const { noteSpeed } = await import('./monitoring-warnings.ts')

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(() => void vi.clearAllMocks())

test.each([
  ['appLoad', 3000, 'app_load'],
  ['pageLoad', 1000, 'page_load'],
  ['render', 100, 'render'],
  ['apiCall', 2000, 'api_call'],
] as const)('%s warns above %i ms and is counted as %s', (kind, limit, name) => {
  noteSpeed(kind, limit, '/stars')
  expect(console.warn).not.toHaveBeenCalled()
  expect(tracked).not.toHaveBeenCalled()
  noteSpeed(kind, limit + 0.6, '/stars')
  expect(console.warn).toHaveBeenCalledWith(`Langsam: ${name} ${limit + 1} ms (/stars)`)
  expect(tracked).toHaveBeenCalledExactlyOnceWith('custom_performance_metric', {
    metadata: { name, value: limit + 1 },
  })
})
