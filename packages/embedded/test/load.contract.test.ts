import type { Backend } from '@hot/embedded'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Contract, ownTargets } from './open-contract.ts'

/** What an operator measures of the database. */
let contract: Contract & { backend: Backend }
beforeAll(async () => {
  contract = await (ownTargets()[0] as ReturnType<typeof ownTargets>[number]).open()
})
afterAll(() => contract?.close())

test('sessions in use and callers that wait for one are counted', async () => {
  const { backend } = contract
  const { sessions } = backend.load()
  const free = Promise.withResolvers<void>()
  const taken = Array.from({ length: sessions }, () => Promise.withResolvers<void>())
  const holders = taken.map(({ resolve }) =>
    backend.transaction(async (query) => {
      await query('select 1')
      resolve()
      await free.promise
    }),
  )
  await Promise.all(taken.map(({ promise }) => promise))
  const late = backend.query('select 1')
  expect(backend.load()).toEqual({ inUse: sessions, sessions, waiting: 1 })
  free.resolve()
  await Promise.all([...holders, late])
  expect(backend.load()).toEqual({ inUse: 0, sessions, waiting: 0 })
})
