import { beforeEach, expect, test, vi } from 'vitest'

const slot = Symbol.for('hot.server')
const asked: URL[] = []
let answers: Record<string, () => Response> = {}

const refusal = (status: number, code: string) => () => Response.json({ code, message: code }, { status })
const rows = (...events: [id: string, type: string, session: string | null, at: string][]) =>
  Response.json(events.map(([id, event_type, session_id, created_at]) => ({ id, event_type, session_id, created_at })))

function configure(publishableKey = 'key'): void {
  Reflect.set(globalThis, slot, {
    config: { supabaseUrl: '', publishableKey, siteUrl: '', site: {} },
    async fetch(request: Request) {
      const url = new URL(request.url)
      asked.push(url)
      return answers[url.pathname]?.() ?? new Response('', { status: 500 })
    },
  })
}

async function read() {
  const { readAnalyticsSummary } = await import('./reading.ts')
  return readAnalyticsSummary('2026-11-01')
}

beforeEach(() => {
  vi.resetModules()
  asked.length = 0
  answers = {}
  configure()
})

test('calls the RPC and returns its answer', async () => {
  const line = { day: '2026-11-02', event_type: 'page_view', events: 3, unique_sessions: 2 }
  answers = { '/rest/v1/rpc/get_analytics_summary': () => Response.json([line]) }
  expect(await read()).toEqual([line])
  expect(asked).toHaveLength(1)
})

test('without the RPC it counts events by Berlin days', async () => {
  answers = {
    '/rest/v1/rpc/get_analytics_summary': refusal(404, 'PGRST202'),
    '/rest/v1/analytics_events': () =>
      rows(
        ['1', 'page_view', 'a', '2026-11-02T23:30:00Z'],
        ['2', 'page_view', 'a', '2026-11-02T22:00:00Z'],
        ['3', 'page_view', 'b', '2026-11-02T21:00:00Z'],
        ['4', 'click', null, '2026-11-02T20:00:00Z'],
      ),
  }
  expect(await read()).toEqual([
    { day: '2026-11-03', event_type: 'page_view', events: 1, unique_sessions: 1 },
    { day: '2026-11-02', event_type: 'page_view', events: 2, unique_sessions: 2 },
    { day: '2026-11-02', event_type: 'click', events: 1, unique_sessions: 0 },
  ])
  const { searchParams } = asked[1] ?? new URL('http://none')
  expect(searchParams.get('order')).toBe('created_at.desc')
  expect(searchParams.get('created_at')).toBe('gte.2026-10-31T23:00:00.000Z')
})

test.each(['PGRST205', '42P01'])('a backend without events (%s) has analytics disabled', async (code) => {
  answers = {
    '/rest/v1/rpc/get_analytics_summary': refusal(404, 'PGRST202'),
    '/rest/v1/analytics_events': refusal(404, code),
  }
  await expect(read()).rejects.toThrow(new Error('Analytics disabled'))
})

test('without a backend it says so and sends no request', async () => {
  configure('')
  await expect(read()).rejects.toThrow(new Error('Supabase not configured'))
  expect(asked).toHaveLength(0)
})

test('a refusal does not lead to counting events', async () => {
  answers = { '/rest/v1/rpc/get_analytics_summary': refusal(403, '42501') }
  await expect(read()).rejects.toMatchObject({ code: '42501', status: 403 })
  expect(asked).toHaveLength(1)
})
