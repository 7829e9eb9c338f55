import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { gateway } from './gateway.ts'

const crowd = Array.from({ length: 3 }, (_, at) => `203.0.113.${at + 1}`)
const reader = '198.51.100.1'

/** A gateway whose requests for data end when the test says so; the database has one session. */
function stage() {
  const begun: string[] = []
  const running: (() => void)[] = []
  const fetch = gateway({
    keys: { publishableKey: 'key', roleOf: (key: string) => (key === 'key' ? 'anon' : 'service_role') } as never,
    lite: {
      fetch: (_request: Request, _claims: unknown, address: string) => {
        begun.push(address)
        const { promise, resolve } = Promise.withResolvers<Response>()
        running.push(() => resolve(new Response('[]')))
        return promise
      },
    } as never,
    sessions: 1,
    auth: () => Promise.reject(new Error('not asked')),
    addressOf: (_, address) => address,
  })
  const ask = (remoteAddress: string, inProcess = false) =>
    fetch(new Request('http://hot.example/rest/v1/stars', { headers: { apikey: 'key' } }), {
      remoteAddress,
      inProcess,
    })
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await nextTurn()
  }
  const finish = async () => {
    running.shift()?.()
    await settle()
  }
  return { ask, begun, running, settle, finish }
}

describe('requests for data', () => {
  it('are answered by network in turn, so that floods of three stand before nobody', async () => {
    const { ask, begun, running, settle, finish } = stage()
    const asked = crowd.flatMap((address) => Array.from({ length: 50 }, () => ask(address)))
    await settle()
    const ahead = begun.length
    expect(ahead).toBeLessThanOrEqual(4)
    asked.push(ask(reader))
    await settle()
    for (let done = 0; done <= crowd.length; done += 1) await finish()
    expect(begun.slice(ahead)).toContain(reader)
    while (running.length > 0) await finish()
    expect((await Promise.all(asked)).every(({ status }) => status === 200)).toBe(true)
  })

  it('of the process itself, which renders pages, wait for no turn', async () => {
    const { ask, begun, running, settle, finish } = stage()
    const asked = crowd.flatMap((address) => Array.from({ length: 50 }, () => ask(address)))
    await settle()
    asked.push(ask('127.0.0.1', true))
    await settle()
    expect(begun.at(-1)).toBe('127.0.0.1')
    while (running.length > 0) await finish()
    await Promise.all(asked)
  })

  it('are told to come later when thousands of one network wait', async () => {
    const { ask, running, settle, finish } = stage()
    const asked = Array.from({ length: 1_100 }, () => ask(reader))
    await settle()
    while (running.length > 0) await finish()
    const answers = await Promise.all(asked)
    const refused = answers.filter(({ status }) => status === 503)
    expect(refused.length).toBeGreaterThan(50)
    expect(await refused[0]?.json()).toMatchObject({ code: 'PGRST003' })
    expect(refused[0]?.headers.get('retry-after')).toMatch(/^\d+$/)
  })
})
