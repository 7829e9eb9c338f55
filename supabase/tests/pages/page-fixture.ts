import { asCaller, transaction } from '@hot/embedded/database/transaction'
import { afterAll, beforeAll } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { functionsInSql } from '../support/functions-in-sql.ts'
import { claimsOf } from '../support/harness.ts'
import { createPeople, type people } from '../support/people.ts'
import { fillPages } from './page-rows.ts'

export type Caller = 'guest' | keyof typeof people

export type Pages = {
  /** Answer of a page RPC with named parameters, as PostgREST calls it. */
  call(rpc: string, args?: Readonly<Record<string, unknown>>, caller?: Caller): Promise<unknown>
  /** How often each function in SQL's own language is called by a page RPC or a statement of this caller. */
  inSql(
    asked: { rpc: string; args: Readonly<Record<string, unknown>> } | { sql: string; params: readonly unknown[] },
    caller: Caller,
  ): Promise<Record<string, number>>
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
  const statement = (rpc: string, args: Readonly<Record<string, unknown>>) => {
    const list = Object.keys(args).map((name, index) => `${name} => $${index + 1}`)
    return { sql: `select public.${rpc}(${list.join(', ')}) as answer`, params: Object.values(args) }
  }
  return {
    owner,
    call: (rpc, args = {}, caller = 'guest') => {
      const { sql, params } = statement(rpc, args)
      return asCaller(database.engine, claimsOf(caller), async (session) => {
        const { rows } = await session.query(sql, params)
        return rows[0]?.answer ?? null
      })
    },
    inSql: (asked, caller) => {
      const { sql, params } = 'sql' in asked ? asked : statement(asked.rpc, asked.args)
      return transaction(database.engine, undefined, (session) =>
        functionsInSql(session, claimsOf(caller), () => session.query(sql, params)),
      )
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
