import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { networkTurns, type TurnLimits, TurnsFull } from './network-turns.ts'

const one: TurnLimits = { running: 1, runningPerNetwork: 1, waiting: 100, waitingPerNetwork: 100 }
const crowd = '203.0.113.66'

/** A queue of pages whose rendering ends when the test calls `finish`. */
function stage(limits: Partial<TurnLimits>) {
  const queue = networkTurns({ ...one, ...limits })
  const begun: string[] = []
  const running: (() => void)[] = []
  const ask = (name: string, address = crowd) =>
    queue(address, () => {
      begun.push(name)
      const { promise, resolve } = Promise.withResolvers<string>()
      running.push(() => resolve(name))
      return promise
    })
  /** Finishes the page that began first, and lets others begin. */
  const finish = async () => {
    await nextTurn()
    running.shift()?.()
    await nextTurn()
  }
  return { queue, ask, begun, running, finish }
}

describe('networkTurns', () => {
  it('runs no more than it may, those of one network in order, and all of them', async () => {
    const { ask, begun, running, finish } = stage({ running: 2, runningPerNetwork: 2 })
    const results = Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => ask(name)))
    for (let left = 5; left > 0; left -= 1) {
      await nextTurn()
      expect(running).toHaveLength(Math.min(2, left))
      await finish()
    }
    expect(await results).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('lets networks take turns, however much one of them has waiting', async () => {
    const { ask, begun, finish } = stage({})
    const results = ['flood 1', 'flood 2', 'flood 3', 'flood 4'].map((name) => ask(name))
    results.push(ask('reader', '198.51.100.1'), ask('reader again', '198.51.100.1'), ask('other', '198.51.100.2'))
    for (let left = 7; left > 0; left -= 1) await finish()
    await Promise.all(results)
    expect(begun).toEqual(['flood 1', 'flood 2', 'reader', 'other', 'flood 3', 'reader again', 'flood 4'])
  })

  it('leaves room for others to begin at once', async () => {
    const { ask, begun, finish } = stage({ running: 3, runningPerNetwork: 2 })
    const results = ['flood 1', 'flood 2', 'flood 3'].map((name) => ask(name))
    await nextTurn()
    expect(begun).toEqual(['flood 1', 'flood 2'])
    results.push(ask('reader', '198.51.100.1'))
    await nextTurn()
    expect(begun).toEqual(['flood 1', 'flood 2', 'reader'])
    for (let left = 4; left > 0; left -= 1) await finish()
    expect(await Promise.all(results)).toHaveLength(4)
  })

  it('takes all addresses of an IPv6 /48 for one network', async () => {
    const { ask, begun, finish } = stage({})
    const results = ['2001:db8:1:1::1', '2001:db8:1:2::1', '2001:db8:1:3::1'].map((address) => ask('flood', address))
    results.push(ask('reader', '2001:db8:2:1::1'))
    for (let left = 4; left > 0; left -= 1) await finish()
    await Promise.all(results)
    expect(begun).toEqual(['flood', 'flood', 'reader', 'flood'])
  })

  it('refuses what would wait too long, of one network and of all, and recovers', async () => {
    const { ask, finish } = stage({ waiting: 4, waitingPerNetwork: 2 })
    const first = [ask('a'), ask('b'), ask('c')]
    await expect(ask('d')).rejects.toBeInstanceOf(TurnsFull)
    // Two of four places are free: this network gets one of them, and the other stays free for the next network.
    const second = [ask('e', '198.51.100.1')]
    await expect(ask('f', '198.51.100.1')).rejects.toBeInstanceOf(TurnsFull)
    const third = [ask('g', '198.51.100.2')]
    const all = Promise.all([...first, ...second, ...third])
    for (let left = 5; left > 0; left -= 1) await finish()
    expect(await all).toEqual(['a', 'b', 'c', 'e', 'g'])
    const later = ask('later')
    await finish()
    expect(await later).toBe('later')
  })

  it('goes on after a failure', async () => {
    const { queue } = stage({})
    await expect(queue(crowd, () => Promise.reject(new Error('x')))).rejects.toThrow('x')
    expect(await queue(crowd, async () => 'fine')).toBe('fine')
  })

  it('reads what has arrived before the next page begins', async () => {
    const { ask, begun, running } = stage({})
    const results = [ask('a'), ask('b')]
    await nextTurn()
    const seen: string[][] = []
    setImmediate(() => seen.push([...begun]))
    running.shift()?.()
    await nextTurn()
    expect(seen).toEqual([['a']])
    await nextTurn()
    running.shift()?.()
    expect(await Promise.all(results)).toEqual(['a', 'b'])
  })
})

describe('urgency', () => {
  /** One piece at a time, each of which takes 100 ms by the clock of the queue. */
  function urgentStage() {
    let now = 0
    const queue = networkTurns({ ...one, waitingPerNetwork: 1_000, waiting: 1_000 }, () => now)
    const begun: string[] = []
    const running: (() => void)[] = []
    const ask = (name: string, lane: number, patience = Number.POSITIVE_INFINITY) =>
      queue(
        `203.0.113.${begun.length + running.length}`,
        () => {
          begun.push(name)
          const { promise, resolve } = Promise.withResolvers<string>()
          running.push(() => resolve(name))
          return promise
        },
        { lane, patience },
      )
    const finish = async () => {
      await nextTurn()
      now += 100
      running.shift()?.()
      await nextTurn()
    }
    return { ask, begun, running, finish, pass: (ms: number) => (now += ms) }
  }

  it('decides who is next, whatever came first', async () => {
    const { ask, begun, finish } = urgentStage()
    const all = [ask('first', 1), ask('vote', 2), ask('count', 3), ask('comment', 0), ask('page', 1)]
    for (let left = 5; left > 0; left -= 1) await finish()
    await Promise.all(all)
    expect(begun).toEqual(['first', 'comment', 'page', 'vote', 'count'])
  })

  it('refuses at once who would wait for longer than it bears, and says when there is room', async () => {
    const { ask, finish } = urgentStage()
    const all = Array.from({ length: 59 }, (_, at) => ask(`vote ${at}`, 2))
    for (let done = 0; done < 10; done += 1) await finish()
    // 48 or 49 wait, each for 100 ms; that it was quicker before still counts.
    await expect(ask('impatient', 2, 1_500)).rejects.toMatchObject({ name: 'TurnsFull', retryAfter: 4 })
    const patient = ask('patient', 2, 6_000)
    const comment = ask('comment', 0, 1_500)
    for (let left = 51; left > 0; left -= 1) await finish()
    await Promise.all([...all, patient, comment])
  })

  it('refuses as well while nothing ends at all, and nobody who would be next at once', async () => {
    const { ask, finish, pass } = urgentStage()
    const held = [ask('held', 2, 1_500), ask('waiting', 2, 1_500)]
    pass(2_000)
    await expect(ask('late', 2, 1_500)).rejects.toBeInstanceOf(TurnsFull)
    await finish()
    await finish()
    await Promise.all(held)
    const next = ask('next', 2, 1_500)
    await finish()
    expect(await next).toBe('next')
  })

  it('refuses nobody of what a page asks at once for a single slow piece, neither while it is under way nor after it', async () => {
    const { ask, finish, pass } = urgentStage()
    const page = (name: string) => Array.from({ length: 12 }, (_, at) => ask(`${name} ${at}`, 1, 5_000))
    const all = [ask('slow', 1), ...page('first')]
    await nextTurn()
    pass(1_000)
    all.push(...page('second'))
    await finish()
    all.push(...page('third'))
    for (let left = 36; left > 0; left -= 1) await finish()
    expect((await Promise.all(all)).length).toBe(37)
  })

  it('does not refuse whoever comes well after an outage for how slow that was', async () => {
    const { ask, finish, pass } = urgentStage()
    const slow = [ask('slow', 1), ask('behind it', 1)]
    await nextTurn()
    pass(9_000)
    await finish()
    await finish()
    await Promise.all(slow)
    pass(6_000)
    const all = [ask('first', 2), ask('second', 2, 1_500), ask('third', 2, 1_500)]
    for (let left = 3; left > 0; left -= 1) await finish()
    await Promise.all(all)
  })
})
