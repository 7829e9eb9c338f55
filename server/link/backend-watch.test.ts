import { describe, expect, it, vi } from 'vitest'
import { BackendAway, isOutage, watchBackend } from './backend-watch.ts'

const request = () => new Request('http://in.process/rest/v1/rpc/home_page')

function watch(answer: () => Promise<Response>, timeout = 1_000, probe?: () => Promise<unknown>) {
  let now = 0
  const lines: string[] = []
  const asked = { count: 0 }
  const send = () => {
    asked.count += 1
    return answer()
  }
  const watched = watchBackend(send, {
    log: (line) => lines.push(line),
    clock: () => now,
    timeout,
    ...(probe && { probe }),
  })
  return {
    ...watched,
    lines,
    asked,
    pass: (ms: number) => {
      now += ms
    },
  }
}

describe('watchBackend', () => {
  it.each([
    [
      'a refused connection',
      () => Promise.reject(new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })),
    ],
    ['503 of PostgREST', async () => Response.json({ code: 'PGRST001', message: 'no connection' }, { status: 503 })],
    ['502 of a proxy', async () => new Response('<html>Bad Gateway', { status: 502 })],
    ['no answer at all', () => new Promise<Response>(() => {})],
  ])('takes %s for an outage', async (_, answer) => {
    const { ask, lines } = watch(answer, 20)
    await expect(ask(request())).rejects.toBeInstanceOf(BackendAway)
    expect(lines).toHaveLength(1)
  })

  it('reports a full disk as such', async () => {
    const full = { code: '53100', message: 'could not extend file: No space left on device' }
    const { ask, lines } = watch(async () => Response.json(full, { status: 503 }))
    await expect(ask(request())).rejects.toBeInstanceOf(BackendAway)
    expect(lines).toEqual([expect.stringContaining('fehlt Platz auf der Festplatte')])
  })

  it('still reads while a full disk refuses writes', async () => {
    const { ask, reportOutage, lines, pass } = watch(async () => Response.json([]))
    const refused = '503 53100 could not extend file: No space left on device'
    for (let index = 0; index < 20; index += 1) {
      expect((await ask(request())).status).toBe(200)
      reportOutage(refused)
    }
    expect(lines).toEqual([expect.stringContaining('fehlt Platz auf der Festplatte')])
    pass(600_000)
    reportOutage(refused)
    expect(lines).toHaveLength(2)
  })

  it.each([
    ['its statement was ended', '57014'],
    ['others held every session', 'PGRST003'],
  ])('does not take a 503 because %s for an outage', async (_, code) => {
    const { ask, askForApp, follow, lines, asked } = watch(async () =>
      Response.json({ code, message: 'later' }, { status: 503, headers: { 'retry-after': '5' } }),
    )
    const { result, problems } = await follow(() => ask(request()))
    expect([result.status, problems]).toEqual([503, { busy: `/rest/v1/rpc/home_page: 503 ${code} later` }])
    expect((await askForApp(request())).status).toBe(504) // with a 503 the client would retry during rendering
    expect([asked.count, lines]).toEqual([2, []])
  })

  it('during an outage further requests fail without waiting', async () => {
    const probe = vi.fn(() => Promise.reject(new Error('away')))
    const { ask, reportOutage, asked, lines } = watch(async () => Response.json([]), 1_000, probe)
    await ask(request())
    reportOutage('503 PGRST001 no connection')
    await vi.waitFor(() => expect(lines).toHaveLength(1))
    await expect(ask(request())).rejects.toBeInstanceOf(BackendAway)
    expect(asked.count).toBe(1)
  })

  it('does not believe what a caller was answered while its own probe finds the database', async () => {
    const probe = vi.fn(() => Promise.resolve())
    const { ask, reportOutage, lines } = watch(async () => Response.json([]), 1_000, probe)
    await ask(request())
    reportOutage('503 PGRST000 Database connection error')
    await vi.waitFor(() => expect(probe).toHaveBeenCalledOnce())
    expect((await ask(request())).status).toBe(200)
    expect(lines).toEqual([])
  })

  it.each([
    ['a slow sign-in', { code: 'request_timeout', message: 'Processing this request timed out' }],
    ['a slow sign-in, as older clients are told', { code: 504, error_code: 'request_timeout', msg: 'timed out' }],
    ['files that are away', { statusCode: '503', error: 'Service Unavailable', message: 'The bucket is away' }],
  ])('does not take %s for an outage', async (_, body) => {
    expect(await isOutage(Response.json(body, { status: 503 }))).toBe(false)
  })

  it('does not take a file that it waits for in vain for an outage', async () => {
    const file = new Request('http://backend.example/storage/v1/object/public/pictures/stars/x.webp')
    let isSilent = true
    const { ask, lines } = watch(async () => {
      if (isSilent) throw new Error('silent')
      return Response.json([])
    })
    await expect(ask(file)).rejects.toThrow(BackendAway)
    isSilent = false
    expect((await ask(request())).status).toBe(200)
    expect(lines).toEqual([])
  })

  it('logs one line when an outage begins and one when it ends', async () => {
    let isUp = false
    const { ask, lines, pass } = watch(async () => {
      if (!isUp) throw new Error('connect ECONNREFUSED 127.0.0.1:5432')
      return Response.json([])
    })
    for (let index = 0; index < 20; index += 1) {
      await ask(request()).catch(() => {})
      pass(2_000)
    }
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('ECONNREFUSED')
    isUp = true
    expect((await ask(request())).status).toBe(200)
    expect(lines).toHaveLength(2)
  })

  it('retries once a second during an outage', async () => {
    const { ask, asked, pass } = watch(() => Promise.reject(new Error('away')))
    for (let index = 0; index < 50; index += 1) await ask(request()).catch(() => {})
    expect(asked.count).toBe(1)
    pass(1_000)
    await ask(request()).catch(() => {})
    expect(asked.count).toBe(2)
  })

  it('returns a status that the client does not retry', async () => {
    const { askForApp } = watch(() => Promise.reject(new Error('away')))
    expect((await askForApp(request())).status).toBe(504)
  })

  it('distinguishes results of a watched task: outage, failed, fine', async () => {
    const away = watch(() => Promise.reject(new Error('gone')))
    expect((await away.follow(() => away.askForApp(request()))).problems).toEqual({ away: 'gone' })
    const failing = watch(async () => Response.json({ code: 'XX000', message: 'broken' }, { status: 500 }))
    const { problems } = await failing.follow(() => failing.ask(request()))
    expect(problems.failure).toBe('/rest/v1/rpc/home_page: 500 XX000 broken')
    const fine = watch(async () => Response.json([], { status: 404 }))
    expect((await fine.follow(() => fine.ask(request()))).problems).toEqual({})
  })
})
