import type { Session } from '@hot/embedded/database/engine'
import { transaction } from '@hot/embedded/database/transaction'
import type { PublishedTable } from '@hot/embedded/realtime/publication'
import { visibleRows } from '@hot/embedded/realtime/row-reads'
import { installTriggers } from '@hot/embedded/realtime/triggers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { claimsOf, harnessOn } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const readers = ['member', 'other', 'moderator', 'banned'] as const
type Reader = (typeof readers)[number]

let database: TestDatabase
let tables: PublishedTable[]
beforeAll(async () => {
  database = await openTestDatabase()
  await asOwner(undefined, (session) => createWorld(harnessOn(session, database.owner)))
  // As on hosted Supabase: GoTrue's tables need no triggers here.
  tables = await installTriggers(database.engine, database.owner, true)
})
afterAll(() => database.close())

const asOwner = <T>(role: string | undefined, work: (session: Session) => Promise<T>) =>
  transaction(database.engine, role, work)

const caller = (reader: Reader) => {
  return { role: 'authenticated', claims: JSON.stringify(claimsOf(reader)), sub: people[reader] } as const
}

/** Who receives each of these rows, and how many rows of growing tables were scanned for it. */
async function told(name: string, keys: string[][]): Promise<{ seen: Record<Reader, number[]>; scanned: number }> {
  const table = tables.find((published) => published.name === name)
  if (!table) throw new Error(`${name} is not published`)
  return asOwner(database.owner, async (session) => {
    const scans = 'select coalesce(sum(seq_tup_read), 0)::int as n from pg_stat_xact_user_tables'
    const [before] = (await session.query(scans)).rows
    const questions = readers.map((reader) => ({ caller: caller(reader), wanted: keys.map((_, at) => at) }))
    const answers = await visibleRows(session, table, keys, 'authenticated', questions)
    const [after] = (await session.query(scans)).rows
    const seen = Object.fromEntries(readers.map((reader, at) => [reader, [...(answers[at] ?? [])].sort()]))
    return { seen: seen as Record<Reader, number[]>, scanned: Number(after?.n) - Number(before?.n) }
  })
}

const none = { member: [], other: [], moderator: [], banned: [] }

test('row-level security decides who receives a row, and a ban ends a moderator’s rights at once', async () => {
  const own = `insert into public.community_posts (type, title, status, author_id) values ('discussion', 'Wartet hier noch', 'pending', '${people.other}') returning id`
  const [waiting] = (await asOwner(database.owner, (session) => session.query(own))).rows
  const keys = [[w.discussion], [String(waiting?.id)]]
  expect((await told('community_posts', keys)).seen).toEqual({
    member: [0],
    other: [0, 1],
    moderator: [0, 1],
    banned: [0],
  })
  const ban = (is: boolean) =>
    asOwner(database.owner, (session) =>
      session.query(`update public.profiles set is_banned = ${is} where id = '${people.moderator}'`),
    )
  await ban(true)
  expect((await told('community_posts', keys)).seen.moderator).toEqual([0])
  await ban(false)
  expect((await told('notifications', [['00000000-0000-4000-8000-000000000000']])).seen).toEqual(none)
})

test('among thousands of posts each row is found by its key for every reader, never by a scan', async () => {
  await asOwner(database.owner, async (session) => {
    await session.exec('alter table public.community_posts disable trigger user')
    await session.exec(`insert into public.community_posts (type, title, slug, day, status, author_id)
      select 'discussion', 'Füllmaterial Nummer ' || n, 'fuellmaterial-' || n, '2026-01-01', 'approved', null from generate_series(1, 5000) n`)
    await session.exec('alter table public.community_posts enable trigger user')
  })
  await asOwner(undefined, (session) => session.exec('analyze public.community_posts'))
  const { seen, scanned } = await told('community_posts', [[w.discussion]])
  expect(seen).toEqual({ member: [0], other: [0], moderator: [0], banned: [0] })
  expect(scanned).toBeLessThan(1_000)
})

test('votes and reactions to comments are reported to nobody, reactions to posts to their authors', () => {
  const names = tables.map(({ name }) => name)
  expect(names).toEqual([
    'comments',
    'community_posts',
    'notifications',
    'poll_options',
    'post_reactions',
    'post_rumors',
  ])
})
