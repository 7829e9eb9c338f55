import { dehydrate, hydrate, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { learnFromAnswer } from '#web/platform/device/server-clock.ts'
import { datedHere } from './sent-times.ts'

const hour = 3_600_000
const noon = Date.parse('2027-01-10T12:00:00Z')

beforeEach(() => void vi.useFakeTimers({ now: noon, toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

test.each([2, -2])('on a device %i hours off, what came with the page is as old as it is', (off) => {
  const sent = noon - off * hour
  const server = new QueryClient()
  server.setQueryData(['post'], 'answer', { updatedAt: sent - 10_000 })
  server.getQueryCache().build(server, { queryKey: ['none'] })
  const shared = dehydrate(server, { shouldDehydrateQuery: () => true })
  learnFromAnswer(new Response(null, { headers: { date: new Date(sent).toUTCString() } }), noon)
  const here = new QueryClient()
  hydrate(here, datedHere(shared))
  const age = noon - (here.getQueryState(['post'])?.dataUpdatedAt ?? 0)
  expect(Math.abs(age - 10_000)).toBeLessThanOrEqual(1_000)
  expect(here.getQueryData(['post'])).toBe('answer')
  expect(here.getQueryState(['none'])?.dataUpdatedAt).toBe(0)
})
