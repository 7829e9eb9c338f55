import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { lostAnswer } from '../../../../../tests/support/web/lost-answer.ts'
import { DataError } from '../data-error.ts'
import { rpc } from '../rpc/rpc.ts'
import { registerTokenSource } from './request-context.ts'
import { untilTaken } from './retry-writes.ts'

/** The network of a browser: the answer and the time of each request. */
const sent: { at: number; body: unknown }[] = []
let answers: (Response | Error)[] = []
const lost = () => lostAnswer()
const refused = (status: number, headers = {}) =>
  Response.json({ code: 'X', message: 'no', hint: 'why', details: null }, { status, headers })

vi.mock('./fetcher.ts', () => ({
  fetchBackend: (_: string, init: RequestInit) => {
    sent.push({ at: Date.now(), body: JSON.parse(String(init.body)) })
    const answer = answers.shift() ?? Response.json('ok')
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
  },
}))
vi.mock('../config/runtime-config.ts', () => ({
  runtimeConfig: () => Promise.resolve({ supabaseUrl: 'https://hot.example', publishableKey: 'key' }),
}))

registerTokenSource(async () => ({ accessToken: async () => null, renewedToken: async () => null }))

// Load on-demand imports before the fake clock starts.
beforeAll(async () => {
  await import('../rpc/call-rpc.ts')
})
beforeEach(() => {
  vi.stubEnv('SSR', false)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.stubGlobal('navigator', { onLine: true, connection: { effectiveType: '4g' } })
  vi.spyOn(Math, 'random').mockReturnValue(0)
  sent.length = 0
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

const waits = () => sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0))

/** RPCs of any kind; the arguments of one are enough for all. */
const call = rpc as (name: string, args: object) => Promise<unknown>

async function outcome(name: Parameters<typeof rpc>[0]): Promise<unknown> {
  let settled = false
  const asked = call(name, { p_id: 'a' })
    .catch((error: unknown) => error)
    .finally(() => {
      settled = true
    })
  // The clock advances only while something waits for it; imports need extra turns.
  while (!settled) {
    await new Promise(setImmediate)
    await vi.advanceTimersToNextTimerAsync()
  }
  return asked
}

test('a write with its own id is sent again unchanged until there is an answer', async () => {
  answers = [lost(), refused(503, { 'Retry-After': '3' }), lost()]
  expect(await outcome('create_post')).toBe('ok')
  expect(waits()).toEqual([1000, 3000, 4000])
  expect(new Set(sent.map(({ body }) => JSON.stringify(body))).size).toBe(1)
})

test('it is given up after the retries of the connection', async () => {
  answers = [lost(), lost(), lost(), lost(), lost()]
  expect(await outcome('report_content')).toMatchObject({ status: 0 })
  expect(sent).toHaveLength(4)
})

test.each([
  ['a refusal', 'create_post', refused(403), { status: 403, hint: 'why' }],
  ['too many', 'create_post', refused(429, { 'Retry-After': '2' }), { status: 429, retryAfter: 2 }],
  ['a decision of the team', 'admin_decide_posts', lost(), { status: 0 }],
  ['a server that asks for a minute', 'create_post', refused(503, { 'Retry-After': '60' }), { retryAfter: 60 }],
] as const)('%s is sent once', async (_, name, answer, error) => {
  answers = [answer]
  expect(await outcome(name)).toMatchObject(error)
  expect(sent).toHaveLength(1)
})

test('without a network nothing is retried', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  answers = [lost()]
  expect(await outcome('create_post')).toMatchObject({ status: 0 })
  expect(sent).toHaveLength(1)
})

describe('what is kept', () => {
  const full = new DataError('PGRST003', 503, 'later', '', 2)

  async function outcomeOf(failures: readonly unknown[], wantedFor = Number.POSITIVE_INFINITY) {
    let tries = 0
    let rounds = 0
    const left = [...failures]
    const write = () => {
      tries += 1
      const failure = left.shift()
      return failure === undefined ? Promise.resolve('taken') : Promise.reject(failure)
    }
    const waits = () => {
      rounds += 1
    }
    let settled = false
    const asked = untilTaken(write, { waits, isWanted: () => rounds < wantedFor })
      .catch((error: unknown) => error)
      .finally(() => {
        settled = true
      })
    while (!settled) await vi.advanceTimersToNextTimerAsync()
    return { answer: await asked, tries, rounds }
  }

  test('is tried again for as long as the server says that it has no room', async () => {
    const answer = await outcomeOf(Array.from({ length: 9 }, () => full))
    expect(answer).toEqual({ answer: 'taken', tries: 10, rounds: 2 })
  })

  test('is not sent once nobody wants it any more', async () => {
    const answer = await outcomeOf(
      Array.from({ length: 9 }, () => full),
      1,
    )
    expect(answer).toEqual({ answer: full, tries: 4, rounds: 1 })
  })

  test('is not tried again after a refusal', async () => {
    const no = new DataError('42501', 403, 'no')
    expect(await outcomeOf([no])).toEqual({ answer: no, tries: 1, rounds: 0 })
  })
})
