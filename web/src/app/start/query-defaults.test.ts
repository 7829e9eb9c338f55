import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DataError } from '#web/lib/api/data-error.ts'
import { queryDefaults, readRetries } from './query-defaults.ts'

/** The options of a browser; this suite runs in Node, where the server's would be used. */
const client = () => new QueryClient({ defaultOptions: { queries: { ...queryDefaults, ...readRetries } } })

const connection = (effectiveType: string | undefined, onLine = true) =>
  vi.stubGlobal('navigator', { onLine, connection: effectiveType && { effectiveType } })

/** Milliseconds between the attempts of a read that always fails with this error. */
async function waitsOf(error: unknown): Promise<number[]> {
  const times: number[] = []
  const read = client().fetchQuery({
    queryKey: ['x'],
    queryFn: () => {
      times.push(Date.now())
      return Promise.reject(error)
    },
  })
  const failed = expect(read).rejects.toBe(error)
  await vi.runAllTimersAsync()
  await failed
  return times.slice(1).map((time, index) => time - (times[index] ?? 0))
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.4)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('a read that fails', () => {
  test.each([
    ['slow-2g', [2200, 4400]],
    ['2g', [2200, 4400]],
    ['3g', [1100, 2200, 4400]],
    ['4g', [1100, 2200, 4400]],
    [undefined, [1100, 2200, 4400]],
  ])('on %s is retried after %j', async (effectiveType, waits) => {
    connection(effectiveType)
    expect(await waitsOf(new DataError('', 0, 'Failed to fetch'))).toEqual(waits)
  })

  test('is not retried when it was refused or there is no network', async () => {
    connection('4g')
    expect(await waitsOf(new DataError('42501', 403, 'no'))).toEqual([])
    connection('4g', false)
    expect(await waitsOf(new DataError('', 0, 'Failed to fetch'))).toEqual([])
  })
})
