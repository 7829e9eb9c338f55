import { asCaller, transaction } from '@hot/embedded/database/transaction'
import { afterAll, beforeAll } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { claimsOf } from '../support/harness.ts'
import { createPeople, type people } from '../support/people.ts'
import { fillPages } from './page-rows.ts'

export type Caller = 'guest' | keyof typeof people

export type Pages = {
  /** Answer of a page RPC with named parameters, as PostgREST calls it. */
  call(rpc: string, args?: Readonly<Record<string, unknown>>, caller?: Caller): Promise<unknown>
  /** As the owner of the tables. */
  owner<T = Record<string, unknown>>(sql: string, params?: readonly unknown[]): Promise<T[]>
}

/** One database with the fixture of `page-rows.ts` for a whole test file. */
export function usePages(): Pages {
  let database: TestDatabase
  const owner: Pages['owner'] = <T>(sql: string, params: readonly unknown[] = []) =>
    transaction(database.engine, database.owner, async (session) => (await session.query(sql, params)).rows as T[])
  beforeAll(async () => {
    database = await openTestDatabase()
    // GoTrue's role writes auth.users; in the tests that is whoever opened the database.
    await transaction(database.engine, undefined, (session) => createPeople(session))
    await transaction(database.engine, database.owner, (session) => fillPages(session))
  })
  afterAll(() => database.close())
  return {
    owner,
    call: async (rpc, args = {}, caller = 'guest') => {
      const names = Object.keys(args)
      const list = names.map((name, index) => `${name} => $${index + 1}`).join(', ')
      return asCaller(database.engine, claimsOf(caller), async (session) => {
        const { rows } = await session.query(`select public.${rpc}(${list}) as answer`, Object.values(args))
        return rows[0]?.answer ?? null
      })
    },
  }
}

/** All items of a paged RPC, `limit` at a time, with the number of pages it took. */
export async function walk(
  pages: Pages,
  rpc: string,
  args: Readonly<Record<string, unknown>>,
  limit: number,
  caller: Caller = 'guest',
): Promise<{ items: Record<string, unknown>[]; pages: number }> {
  const items: Record<string, unknown>[] = []
  let next: string | null = null
  let count = 0
  do {
    const answer = (await pages.call(rpc, { ...args, p_after: next, p_limit: limit }, caller)) as {
      items: Record<string, unknown>[]
      next: string | null
    }
    items.push(...answer.items)
    next = answer.next
    count++
  } while (next !== null && count < 100)
  return { items, pages: count }
}
