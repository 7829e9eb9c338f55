import { describe, expect, it } from 'vitest'
import { type Engine, lending, type Outcome, type Session } from '../database/engine.ts'
import { roleLimits } from '../database/limits.ts'
import { together } from './together.ts'

const limits = roleLimits('authenticated')

/** A database that is busy until the test says otherwise, and what it was asked. */
function stage(sessions = 1) {
  const asked: (string | readonly string[])[] = []
  const free = Promise.withResolvers<void>()
  const answer = (script: string): Outcome =>
    script.includes('wrong') ? { error: new Error(script) } : { rows: [{ script }] }
  const session: Session = {
    query: () => Promise.reject(new Error('not asked')),
    exec: async (script) => {
      asked.push(script)
      const outcome = answer(script)
      if ('error' in outcome) throw outcome.error
      return outcome.rows
    },
    each: async (scripts) => {
      asked.push(scripts)
      return scripts.map(answer)
    },
  }
  const engine = {
    kind: 'pglite',
    ...lending(sessions, async () => {
      await free.promise
      return { session, release: () => {} }
    }),
  } as Engine
  const carryOut = together(engine)
  const spent: number[] = []
  const ask = (script: string, name?: string) => carryOut(script, limits, { name, spent: (ms) => spent.push(ms) })
  return { ask, asked, spent, free: free.resolve }
}

describe('together', () => {
  it('carries out what comes while the database is busy in one trip, by name, and gives each its own outcome', async () => {
    const { ask, asked, spent, free } = stage()
    const votes = ['a', 'wrong', 'b'].map((script) => ask(script, 'votes'))
    const others = [ask('c', 'hearts'), ask('d')]
    free()
    const outcomes = await Promise.allSettled([...votes, ...others])
    expect(asked).toEqual([['a', 'wrong', 'b'], 'begin; c; commit', 'begin; d; commit'])
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ])
    expect(outcomes[2]).toMatchObject({ value: [{ script: 'b' }] })
    expect(spent).toHaveLength(5)
  })

  it('begins another group when one is full', async () => {
    const { ask, asked, free } = stage()
    const all = Array.from({ length: 40 }, (_, at) => ask(`vote ${at}`, 'votes'))
    free()
    await Promise.all(all)
    expect(asked.map((scripts) => scripts.length)).toEqual([32, 8])
  })

  it('lets each go its own way where there are several sessions', async () => {
    const { ask, asked, free } = stage(10)
    const all = [ask('a', 'votes'), ask('b', 'votes')]
    free()
    await Promise.all(all)
    expect(asked).toEqual(['begin; a; commit', 'begin; b; commit'])
  })
})
