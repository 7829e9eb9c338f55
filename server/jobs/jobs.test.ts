import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseBusy } from '@hot/embedded/database/engine'
import { expect, test } from 'vitest'
import { OPENS_A_DATABASE, openOurs } from '../../packages/embedded/test/open-contract.ts'
import { type ProcessJob, runJob, startJobs } from './jobs.ts'
import '../wire/backend-language.ts'

test('runs functions of the database by name, and nothing else', OPENS_A_DATABASE, async () => {
  const { backend, close } = await openOurs()
  expect(await runJob(backend, 'count_job')).toBe('done')
  expect(await backend.query('select name from public.authors where id = 2')).toEqual([{ name: 'Bert!' }])
  expect(await runJob(backend, 'gibt_es_nicht')).toBe('unknown')
  expect(await runJob(backend, 'x(); drop table public.many; --')).toBe('unknown')
  await close()
})

test('a job that fails is logged, and the others run all the same', async () => {
  const database = {
    query: async <T>() => [{ found: false }] as T[],
    transaction: () => Promise.reject(new Error('not asked for')),
  }
  const lines = new Set<string>()
  // All run every second, each by its own timer: one may run twice before another has run once.
  const ran = { elsewhere: Promise.withResolvers<void>(), failing: Promise.withResolvers<void>() }
  const mine = Promise.withResolvers<void>()
  const job = (name: string, work: ProcessJob['work']): ProcessJob => ({ name, schedule: '* * * * * *', work })
  const stop = await startJobs(database, {
    log: (line) => {
      lines.add(line)
      ran.failing.resolve()
    },
    sqlJobs: [],
    processJobs: [
      job('elsewhere', async () => {
        ran.elsewhere.resolve()
        return 'busy'
      }),
      job('failing', () => Promise.reject(new Error('kaputt'))),
      job('mine', async () => mine.resolve()),
    ],
  })
  await Promise.all([ran.elsewhere.promise, ran.failing.promise, mine.promise])
  stop()
  expect([...lines]).toEqual(['Aufgabe failing ist gescheitert: kaputt'])
})

test('a job that waits in vain for the database is a warning, and one that its end meets is none', async () => {
  const begun = Promise.withResolvers<void>()
  const closing = Promise.withResolvers<void>()
  const lines: [string, string | undefined][] = []
  const job = (name: string, work: ProcessJob['work']): ProcessJob => ({ name, schedule: '* * * * * *', work })
  const warned = Promise.withResolvers<void>()
  const stop = await startJobs(
    { query: async <T>() => [{ found: false }] as T[], transaction: () => Promise.reject() },
    {
      log: (line, level) => {
        lines.push([line, level])
        warned.resolve()
      },
      sqlJobs: [],
      processJobs: [
        { ...job('waiting', () => Promise.reject(new DatabaseBusy())), shared: true },
        job('running', () => {
          begun.resolve()
          return closing.promise
        }),
      ],
    },
  )
  await Promise.all([begun.promise, warned.promise])
  stop()
  closing.reject(new Error('The database is closed.'))
  await closing.promise.catch(() => {})
  expect(lines).toEqual([['Aufgabe waiting ist gescheitert: die Datenbank ist beschäftigt', 'warn']])
})

test('a job that runs every second names what is in its way once', async () => {
  let tries = 0
  const often = Promise.withResolvers<void>()
  const lines: string[] = []
  const database = {
    query: async <T>() => [{ found: false }] as T[],
    transaction: () => {
      tries += 1
      if (tries === 3) often.resolve()
      return Promise.reject(new Error('weg'))
    },
  }
  const stop = await startJobs(database, {
    log: (line) => lines.push(line),
    sqlJobs: [{ name: 'fold_counts', schedule: '* * * * * *', shared: true }],
  })
  await often.promise
  stop()
  expect(lines).toEqual(['Aufgabe fold_counts ist gescheitert: weg'])
})

test('after a long run a job that rests leaves the database to others', async () => {
  const runs = { long: 0, quick: 0 }
  const job = (name: keyof typeof runs, ms: number): ProcessJob => ({
    name,
    schedule: '* * * * * *',
    shared: true,
    work: async () => {
      runs[name] += 1
      await pause(ms)
    },
  })
  const database = { query: async <T>() => [{ found: false }] as T[], transaction: () => Promise.reject() }
  const stop = await startJobs(database, {
    log: () => {},
    sqlJobs: [],
    processJobs: [{ ...job('long', 300), rests: true }, job('quick', 0)],
  })
  await expect.poll(() => runs.quick, { timeout: 30_000 }).toBeGreaterThan(3)
  stop()
  expect(runs.long).toBeGreaterThan(0)
  expect(runs.long).toBeLessThan(runs.quick - 1)
})
