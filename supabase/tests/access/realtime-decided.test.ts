import type { Session } from '@hot/embedded/database/engine'
import { transaction } from '@hot/embedded/database/transaction'
import type { PublishedTable, Role } from '@hot/embedded/realtime/publication'
import { decidedRows, visibleRows } from '@hot/embedded/realtime/row-reads'
import { installTriggers } from '@hot/embedded/realtime/triggers'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installationOptions } from '../../../server/backend/embedded-backend.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { claimsOf, harnessOn } from '../support/harness.ts'
import { type Person, people } from '../support/people.ts'
import { createWorld } from '../support/world.ts'
import { unprovenTables } from './caller-reads.ts'

let database: TestDatabase
let tables: PublishedTable[]
beforeAll(async () => {
  database = await openTestDatabase()
  await within((session) => createWorld(harnessOn(session, database.owner)))
  tables = await installTriggers(database.engine, database.owner, true)
})
afterAll(() => database.close())

const within = <T>(work: (session: Session) => Promise<T>) => transaction(database.engine, undefined, work)

const names = ['guest', 'member', 'other', 'moderator', 'admin', 'banned'] as const satisfies readonly Person[]
const id = (kind: number, at: number) => `${kind}0000000-0000-4000-8000-00000000f00${at}`

/** Posts with their comments, answers and reactions, and who has been banned, blocked, or is asked for a code. */
const worlds = fc.record({
  posts: fc.array(
    fc.record({
      status: fc.constantFrom('approved', 'pending', 'rejected'),
      author: fc.constantFrom(null, 'member', 'other', 'moderator', 'banned'),
      commenter: fc.constantFrom(null, 'member', 'other', 'admin'),
      isDeleted: fc.boolean(),
      reacts: fc.constantFrom('member', 'other', 'admin'),
      told: fc.constantFrom('member', 'other', 'moderator'),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  banned: fc.subarray(['member', 'moderator', 'admin']),
  coded: fc.subarray(['member', 'other', 'banned']),
  ended: fc.subarray(['member', 'moderator']),
  /** A policy that HoT does not have: whoever blocked an author does not see their comments. */
  blocks: fc.option(
    fc.array(fc.tuple(fc.constantFrom('member', 'admin', 'moderator'), fc.constantFrom('member', 'other'))),
  ),
})
type World = typeof worlds extends fc.Arbitrary<infer W> ? W : never

const uuidOf = (name: string | null) => (name === null ? 'null' : `'${people[name as keyof typeof people]}'`)
const uuids = (all: readonly string[]) => `array[${all.map(uuidOf).join(', ')}]::uuid[]`

function postSql({ status, author, commenter, isDeleted, reacts, told }: World['posts'][number], at: number): string {
  const reason = status === 'rejected' ? `'Unbelegt'` : 'null'
  return `insert into public.community_posts (id, title, slug, day, type, status, author_id, rejection_reason)
    values ('${id(3, at)}', 'Zufall Nummer ${at}', 'zufall-${at}', '2026-01-01', 'poll', '${status}', ${uuidOf(author)}, ${reason});
  insert into public.comments (id, post_id, author_id, content, deleted_at)
    values ('${id(4, at)}', '${id(3, at)}', ${uuidOf(commenter)}, ${isDeleted ? `'', now()` : `'Aha', null`});
  insert into public.poll_options (id, post_id, text, position) values ('${id(5, at)}', '${id(3, at)}', 'Ja', 1);
  insert into public.post_rumors (post_id) values ('${id(3, at)}');
  insert into public.post_reactions (post_id, user_id, reaction) values ('${id(3, at)}', ${uuidOf(reacts)}, 'heart');
  insert into public.notifications (id, user_id, type, title, message)
    values ('${id(6, at)}', ${uuidOf(told)}, 'mention', 'Erwähnt', '');`
}

const blocksSql = (blocks: readonly (readonly [string, string])[]) => `create table public.blocks (by uuid, whom uuid);
  grant select on public.blocks to authenticated;
  create policy blocked on public.comments as restrictive for select to authenticated
    using (not exists (select from public.blocks b where b.by = (select auth.uid()) and b.whom = author_id));
  ${blocks.map(([by, whom]) => `insert into public.blocks values (${uuidOf(by)}, ${uuidOf(whom)});`).join('\n')}`

/** Without the triggers that check and count what people write: the world may be any. */
const worldSql = ({ posts, banned, coded, ended, blocks }: World) => `set local session_replication_role = replica;
  ${posts.map(postSql).join('\n')}
  update public.profiles set is_banned = true where id = any (${uuids(banned)});
  insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    select gen_random_uuid(), u, 'totp', 'verified', now(), now() from unnest(${uuids(coded)}) u;
  delete from auth.sessions where user_id = any (${uuids(ended)});
  set local session_replication_role = origin;
  ${blocks ? blocksSql(blocks) : ''}`

const keysOf = ({ name }: PublishedTable, { posts }: World): string[][] =>
  posts.map(({ reacts }, at) => {
    if (name === 'comments') return [id(4, at)]
    if (name === 'poll_options') return [id(5, at)]
    if (name === 'notifications') return [id(6, at)]
    if (name === 'post_reactions') return [id(3, at), people[reacts as keyof typeof people]]
    return [id(3, at)]
  })

/** What everybody of each role is told together, and what each is told alone. */
async function both(session: Session, table: PublishedTable, world: World) {
  const keys = keysOf(table, world)
  const wanted = keys.map((_, at) => at)
  const found: { role: Role; row: number; decided: boolean; asked: boolean[] }[] = []
  for (const role of ['anon', 'authenticated'] as const) {
    if (table.columns.every(({ readers }) => !readers.includes(role))) continue
    const callers = names.filter((name) => claimsOf(name).role === role).map((name) => claimsOf(name))
    const questions = callers.map((claims) => {
      return { caller: { role, claims: JSON.stringify(claims), sub: claims.sub ?? '' }, wanted }
    })
    const decided = await decidedRows(session, table, keys, role, wanted)
    const seen = await visibleRows(session, table, keys, role, questions)
    for (const [row, shown] of decided)
      found.push({ role, row, decided: shown, asked: seen.map((rows) => rows.has(row)) })
  }
  return found
}

test('whatever is decided for all of a role is what row-level security answers each of them, in any world', async () => {
  const counts: Record<string, number> = {}
  await fc.assert(
    fc.asyncProperty(worlds, (world) =>
      within(async (session) => {
        await session.exec(`savepoint before; ${worldSql(world)}`)
        for (const table of tables)
          for (const { role, row, decided, asked } of await both(session, table, world)) {
            expect(asked, `${table.name} ${row} of ${role}`).toEqual(asked.map(() => decided))
            const what = `${table.name}, ${role}: ${decided}`
            counts[what] = (counts[what] ?? 0) + 1
          }
        await session.exec('rollback to before')
      }),
    ),
    { numRuns: 40 },
  )
  // It is of use: what everybody sees is decided, and so is, for guests, what they do not.
  for (const table of ['comments', 'community_posts', 'poll_options', 'post_rumors'])
    for (const what of ['authenticated: true', 'anon: true', 'anon: false'])
      expect(counts, `${table}, ${what}`).toHaveProperty([`${table}, ${what}`])
}, 300_000)

test('a row that somebody is denied or granted for who they are is left to be asked', () =>
  within(async (session) => {
    const post = {
      status: 'approved',
      author: 'other',
      commenter: 'other',
      isDeleted: false,
      reacts: 'member',
      told: 'member',
    } as const
    const hidden = { ...post, status: 'pending' } as const
    const world: World = { posts: [post, hidden], banned: [], coded: [], ended: [], blocks: [['member', 'other']] }
    await session.exec(`savepoint before; ${worldSql(world)}`)
    const decidedOf = async (name: string) => {
      const table = tables.find((published) => published.name === name)
      if (!table) throw new Error(`${name} is not published`)
      return [...(await decidedRows(session, table, keysOf(table, world), 'authenticated', [0, 1]))]
    }
    expect(await decidedOf('community_posts')).toEqual([[0, true]])
    expect(await decidedOf('comments')).toEqual([])
    expect(await decidedOf('notifications')).toEqual([])
    await session.exec('rollback to before')
  }))

test('only tables whose policies know the caller in ways that fail without one are decided at once', async () => {
  const published = tables.map(({ schema, name }) => `${schema}.${name}`)
  await within(async (session) => {
    const unproven = await unprovenTables(session, published)
    const allowed = published.filter((name) => !unproven.has(name))
    expect(allowed).toEqual(expect.arrayContaining([...installationOptions.realtimeDecidedOnce]))
  })
})

test.each([
  ['reads the claims as text', `current_setting('request.jwt.claims', true) like '%chef%'`, ''],
  ['reads them in a function', 'private.peeks()', `select current_setting('request.jwt.claim.sub', true) = 'x'`],
])('a policy that %s takes its table, and those that read it, from them', (_, condition, body) =>
  within(async (session) => {
    const made = body && `create function private.peeks() returns boolean language sql stable as $$ ${body} $$;`
    await session.exec(`savepoint before; ${made}
      create policy peeking on public.community_posts as restrictive for select to authenticated using (${condition})`)
    const unproven = await unprovenTables(session, [
      'public.community_posts',
      'public.comments',
      'public.notifications',
    ])
    expect([...unproven].sort()).toEqual(['public.comments', 'public.community_posts'])
    await session.exec('rollback to before')
  }),
)

test('nor is a table whose policy passes over errors', () =>
  within(async (session) => {
    await session.exec(`savepoint before;
      create function private.swallows() returns boolean language plpgsql stable as $$
      begin return auth.uid() is null; exception when others then return true; end $$;
      create policy swallowing on public.comments as restrictive for select to authenticated using (private.swallows())`)
    expect([...(await unprovenTables(session, ['public.comments', 'public.community_posts']))]).toEqual([
      'public.comments',
    ])
    await session.exec('rollback to before')
  }))
