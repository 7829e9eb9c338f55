import type { Session } from '@hot/embedded/database/engine'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Catalogue, catalogueOf, differences, rowsOf } from '../../../scripts/schemas/catalogue.ts'
import {
  repeatedObjects,
  type SchemaStatement,
  schemaStatements,
  schemasFolder,
} from '../../../scripts/schemas/schema-files.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { openSchemaDatabase } from '../support/schema-database.ts'

let statements: SchemaStatement[]
let truth: TestDatabase
let migrated: TestDatabase
let should: Catalogue
let rows: Catalogue
beforeAll(async () => {
  statements = await schemaStatements(schemasFolder)
  truth = await openSchemaDatabase(statements)
  migrated = await openTestDatabase()
  should = await truth.engine.session(catalogueOf)
  rows = await truth.engine.session(rowsOf)
})
afterAll(async () => {
  await truth?.close()
  await migrated?.close()
})

/** What would differ if this were run on a migrated database. */
const differing = (change: string, read = catalogueOf, wanted = should) =>
  migrated.engine.session(async (session: Session) => {
    await session.exec(`begin; set local role ${migrated.owner}`)
    try {
      await session.exec(change)
      const found = differences(await read(session), wanted)
      return found.map(({ kind, name }) => `${kind} ${name}`)
    } finally {
      await session.exec('rollback')
    }
  })

// Some build three databases.
describe('supabase/schemas', { timeout: 180_000 }, () => {
  it('says of each object once what it is', () => {
    expect(repeatedObjects(statements)).toEqual([])
  })

  it('is what the migrations lead to', async () => {
    expect(differences(await migrated.engine.session(catalogueOf), should)).toEqual([])
  })

  it('says every row that a new installation has', async () => {
    expect([...rows.keys()]).toEqual([
      'rows private.mail_domains',
      'rows private.reserved_nicknames',
      'rows public.app_settings',
      'rows public.star_vote_means',
      'rows storage.buckets',
    ])
    expect(differences(await migrated.engine.session(rowsOf), rows)).toEqual([])
  })

  it.each([
    ['a row too many', `insert into private.mail_domains values ('hot.example', 'HoT')`, 'private.mail_domains'],
    ['a row too few', `delete from private.reserved_nicknames where word like 'team%'`, 'private.reserved_nicknames'],
    ['a value', 'update public.app_settings set posts_quota = posts_quota + 1', 'public.app_settings'],
    ['a bucket', `update storage.buckets set public = false where id = 'avatars'`, 'storage.buckets'],
    ['a table with rows', `insert into public.broadcasters (name) values ('RTL')`, 'public.broadcasters'],
  ])('would not miss %s', async (_, change, table) => {
    expect(await differing(change, rowsOf, rows)).toEqual([`rows ${table}`])
  })

  it.each([
    ['a right too many', 'grant execute on function private.rank_stars() to anon', 'acl function private.rank_stars()'],
    ['a right on a column', 'grant update (fans_count) on public.stars to authenticated', 'acl table public.stars'],
    ['a comment', `comment on column public.stars.letter is 'Anything.'`, 'comment column public.stars.letter'],
    ['an index', 'drop index public.stars_letter', 'index public.stars_letter'],
    [
      'a policy',
      'alter policy "guests read active" on public.stars using (true)',
      'policy public.stars.guests read active',
    ],
    ['row security', 'alter table public.stars disable row level security', 'row security public.stars'],
    ['a default', 'alter table public.stars alter is_active set default false', 'column public.stars.is_active'],
    [
      'a constraint',
      'alter table public.stars drop constraint stars_name_given',
      'constraint public.stars.stars_name_given',
    ],
    ['a trigger', 'alter table public.stars disable trigger stars_touch', 'trigger public.stars.stars_touch'],
    ['the order of columns', 'alter table public.stars add column bio_2 text', 'order public.stars'],
    ['what a view runs as', 'alter view private.star_cards set (security_invoker = off)', 'view private.star_cards'],
    [
      'a setting of a function',
      'alter function private.star_name(text, text, text) reset search_path',
      'function private.star_name(text,text,text)',
    ],
    [
      'whose rights a function has',
      'alter function private.star_name(text, text, text) security definer',
      'function private.star_name(text,text,text)',
    ],
    [
      'what realtime reports',
      'alter publication supabase_realtime drop table public.comments',
      'publication supabase_realtime public.comments',
    ],
    [
      'what realtime reports of it',
      `alter publication supabase_realtime set (publish = 'insert')`,
      'publication supabase_realtime',
    ],
    ['that a table survives a crash', 'alter table private.jobs set unlogged', 'table private.jobs'],
    ['what a deleted row tells', 'alter table public.stars replica identity full', 'table public.stars'],
    ['rights on the platform', 'revoke select on storage.objects from anon', 'acl table storage.objects'],
    [
      'row security of the platform',
      'alter table storage.objects disable row level security',
      'row security storage.objects',
    ],
    ['a type of labels', `create type private.mood as enum ('a', 'b')`, 'type private.mood'],
    ['a domain', 'create domain private.short as text check (char_length(value) < 9)', 'type private.short'],
    ['a procedure', `create procedure private.act() language sql as 'select 1'`, 'routine private.act()'],
    [
      'what is said of a constraint',
      `comment on constraint stars_name_given on public.stars is 'x'`,
      'comment constraint public.stars.stars_name_given',
    ],
    [
      'what is said of a trigger',
      `comment on trigger stars_touch on public.stars is 'x'`,
      'comment trigger public.stars.stars_touch',
    ],
    [
      'what is said of a policy',
      `comment on policy "staff insert" on public.stars is 'x'`,
      'comment policy public.stars.staff insert',
    ],
    ['a schema of its own', 'create schema hidden', 'schema hidden'],
    [
      'a trigger of PostgreSQL itself',
      'create trigger idle before update on public.stars for each row execute function suppress_redundant_updates_trigger()',
      'trigger public.stars.idle',
    ],
    ['a rule', 'create rule twice as on insert to public.stars do also select 1', 'rule public.stars.twice'],
    [
      'which rows realtime reports',
      `alter publication supabase_realtime drop table public.comments;
       alter publication supabase_realtime add table public.comments where (content <> '')`,
      'publication supabase_realtime public.comments',
    ],
    ['how numbers are counted', 'alter table private.announcements alter id set increment 7', /^sequence private\./],
    [
      'how a column is kept',
      'alter table public.stars alter bio set storage external, alter bio set statistics 500',
      'column public.stars.bio',
    ],
    [
      'statistics over columns',
      'create statistics public.stars_names (dependencies) on sort_key, slug from public.stars',
      'object statistics object public.stars_names',
    ],
    [
      'rights on what is yet to be made',
      'alter default privileges in schema public grant select on tables to anon',
      /^default acl /,
    ],
  ])('would not miss %s', async (_, change, found) => {
    expect(await differing(change)).toContainEqual(typeof found === 'string' ? found : expect.stringMatching(found))
  })

  it('tells where a body is wrong', async () => {
    const broken = statements.map((statement) =>
      statement.object.name === 'private.star_slug(uuid,text,text,text)'
        ? { ...statement, code: statement.code.replace('private.slugify', 'private.slugfy') }
        : statement,
    )
    await expect(openSchemaDatabase(broken)).rejects.toThrow(
      /20_star\/.+\.sql:\d+ function private\.slugfy\(text\) does not exist/,
    )
  })
})
