import fs from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrationsFolder } from '../../../scripts/check/migrations-lock.ts'
import { GAP } from '../../../scripts/schemas/alterations.ts'
import { catalogueOf, differences } from '../../../scripts/schemas/catalogue.ts'
import { type SchemaStatement, schemaStatements, schemasFolder } from '../../../scripts/schemas/schema-files.ts'
import { objectOf } from '../../../scripts/schemas/sql-objects.ts'
import { migrationText } from '../../../scripts/schemas/write-migration.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { openSchemaDatabase } from '../support/schema-database.ts'

let statements: SchemaStatement[]
let migrated: TestDatabase
beforeAll(async () => {
  statements = await schemaStatements(schemasFolder)
  migrated = await openTestDatabase()
})
afterAll(() => migrated?.close())

/** The schemas after an edit of the statements about one object. */
function edit(all: readonly SchemaStatement[], kind: string, name: string, from: string | RegExp, to: string) {
  const after = all.map((statement) => {
    if (statement.object.kind !== kind || statement.object.name !== name) return statement
    const code = statement.code.replace(from, () => to)
    return { ...statement, code, text: code }
  })
  if (after.every(({ code }, at) => code === all[at]?.code)) throw new Error(`nothing to edit in ${name}`)
  return after
}

const made = async (code: string): Promise<SchemaStatement> => ({
  file: 'new.sql',
  line: 1,
  text: code,
  code,
  object: await objectOf(code),
})

const differencesTo = async (wanted: readonly SchemaStatement[]) => {
  const truth = await openSchemaDatabase(wanted)
  const should = await truth.engine.session(catalogueOf).finally(truth.close)
  return { should, found: differences(await migrated.engine.session(catalogueOf), should) }
}

const TIPS = [
  'create table public.tips (id uuid primary key, star_id uuid not null references public.stars)',
  `comment on table public.tips is 'Who goes.'`,
  'create index tips_star on public.tips (star_id)',
  'alter table public.tips enable row level security',
  'revoke all on public.tips from public, anon, authenticated',
  'grant select on public.tips to anon',
  'create policy "everybody reads" on public.tips for select to anon using (true)',
  'create table private.tip_kinds (kind text primary key)',
  `insert into private.tip_kinds (kind) values ('leaves')`,
]

// Some build three databases.
describe('npm run db:migration', { timeout: 180_000 }, () => {
  it('writes what leads to the edited schemas', async () => {
    let wanted = statements.filter(({ object }) => object.name !== 'public.stars.stars_touch')
    const change = (...what: [kind: string, name: string, from: string | RegExp, to: string]) => {
      wanted = edit(wanted, ...what)
    }
    const column = `country text not null default 'DE' check (country ~ '^[A-Z]{2}$')`
    change('table', 'private.star_letters', /\n\)$/, `,\n  ${column}\n)`)
    change('function', 'private.trim_text(text)', /\$\$\n/, '$$\n  -- Another thought.\n')
    change('function', 'private.short_address(inet)', /\baddress\b/g, 'long')
    change('policy', 'public.stars.guests read active', '(is_active)', `(is_active and slug <> '')`)
    change('comment', 'column public.stars.letter', /'.*'/, `'A letter.'`)
    change('grant', 'table public.star_slug_history', 'to anon', 'to authenticated')
    change('index', 'public.stars_sort', 'where is_active', 'where not is_active')
    wanted = [...wanted, ...(await Promise.all(TIPS.map(made)))]

    const { should, found } = await differencesTo(wanted)
    const text = await migrationText(found, wanted)
    for (const line of [
      `alter table private.star_letters add column ${column};`,
      'drop function private.short_address(inet);',
      'drop trigger stars_touch on public.stars;',
      'drop policy "guests read active" on public.stars;',
      'drop index public.stars_sort;',
      'revoke all on public.star_slug_history from public, anon, authenticated, service_role;',
      `comment on column public.stars.letter is 'A letter.';`,
      `insert into private.tip_kinds (kind) values ('leaves');`,
    ])
      expect(text.split('\n')).toContain(line)
    expect(text).toContain('create or replace function private.trim_text')
    expect(text).not.toContain(GAP)
    const left = await migrated.engine.session(async (session) => {
      await session.exec(`begin; set local role ${migrated.owner}`)
      try {
        await session.exec(text)
        return differences(await catalogueOf(session), should)
      } finally {
        await session.exec('rollback; reset check_function_bodies')
      }
    })
    expect(left).toEqual([])
  })

  it('leaves a gap for what rows that are there may not keep to, until it is written by hand', async () => {
    let wanted = edit(
      statements,
      'table',
      'public.broadcasters',
      /\n\)$/,
      `,\n  country text not null,\n  constraint broadcasters_short check (char_length(name) < 50),\n  constraint broadcasters_once unique (website_url)\n)`,
    )
    const index = 'create unique index broadcasters_type on public.broadcasters (type, name)'
    wanted = [...wanted, await made(index)]
    const { should, found } = await differencesTo(wanted)
    const text = await migrationText(found, wanted)
    expect(text.split('\n').filter((line) => line.startsWith(GAP))).toEqual([
      `${GAP}alter table public.broadcasters alter column country set not null; what do the rows that are there get?`,
      expect.stringContaining(
        'alter table public.broadcasters add constraint broadcasters_once UNIQUE (website_url); do',
      ),
      expect.stringContaining('alter table public.broadcasters add constraint broadcasters_short CHECK ('),
      `${GAP}${index}; do the rows that are there differ in it?`,
    ])
    const byHand = `update public.broadcasters set country = 'DE', website_url = null, name = left(name, 49);
      alter table public.broadcasters alter column country set not null;
      alter table public.broadcasters add constraint broadcasters_short check (char_length(name) < 50),
        add constraint broadcasters_once unique (website_url);
      ${index};`
    const filled = await migrationText(found, wanted, byHand)
    expect(filled).not.toContain(GAP)
    const left = await migrated.engine.session(async (session) => {
      await session.exec(`begin; set local role ${migrated.owner}`)
      try {
        await session.exec(`insert into public.broadcasters (name) values ('RTL')`)
        await session.exec(`${filled}${byHand}`)
        return differences(await catalogueOf(session), should)
      } finally {
        await session.exec('rollback; reset check_function_bodies')
      }
    })
    expect(left).toEqual([])
  })

  const channels = 'public.broadcasters'
  const refs = 'private.broadcaster_refs'
  const alter = `alter table ${channels}`
  /** The schemas with one line more in the table of channels. */
  const withLine = (line: string) => edit(statements, 'table', channels, /\n\)$/, `,\n  ${line}\n)`)
  const withoutComment = (on: string) =>
    statements.filter(({ object }) => object.kind !== 'comment' || object.name !== on)

  it.each([
    [
      'a column that may be empty, whose check says so',
      `${alter} add note text check (note is not null or active)`,
      () => withLine('note text check (note is not null or active)'),
      [/broadcasters_check CHECK .* keep to it\?/],
    ],
    [
      'a column without a default, whose check names one',
      `delete from ${channels}; ${alter} add code text not null check (code <> 'default')`,
      () => withLine(`code text not null check (code <> 'default')`),
      [/alter column code set not null; what do the rows/],
    ],
    [
      'a column whose target may set its default',
      `delete from ${channels}; ${alter} add star uuid not null references public.stars on delete set default`,
      () => withLine('star uuid not null references public.stars on delete set default'),
      [/alter column star set not null; what do the rows/],
    ],
    [
      'a column of which each row has one value',
      `delete from ${channels}; ${alter} add code text not null default 'x' unique`,
      () => withLine(`code text not null default 'x' unique`),
      [/broadcasters_code_key UNIQUE \(code\); do the rows/],
    ],
    [
      'fewer values than there were',
      `delete from ${channels}; ${alter} drop constraint broadcasters_type_check;
       ${alter} add constraint broadcasters_type_check check (type in ('streaming', 'pay_tv', 'mediathek'))`,
      () => edit(statements, 'table', channels, `'streaming', 'tv',`, `'streaming',`),
      [/broadcasters_type_check CHECK .* keep to it\?/],
    ],
    [
      'more values than there were',
      `${alter} drop constraint broadcasters_type_check;
       ${alter} add constraint broadcasters_type_check check (type in ('streaming', 'tv', 'pay_tv', 'mediathek', 'radio'))`,
      () => edit(statements, 'table', channels, `'mediathek'`, `'mediathek', 'radio'`),
      [],
    ],
    [
      'what becomes of rows whose target goes',
      `alter table public.post_tags drop constraint post_tags_post_id_fkey;
       alter table public.post_tags add constraint post_tags_post_id_fkey
         foreign key (post_id) references public.community_posts on delete restrict`,
      () => edit(statements, 'table', 'public.post_tags', 'on delete cascade', 'on delete restrict'),
      [],
    ],
    [
      'a view with other columns',
      `drop view ${refs}; create view ${refs} with (security_invoker = on) as
         select b.id, b.type, b.name, b.active, b.color from ${channels} b;
       comment on view ${refs} is 'Broadcasters as broadcasterRef.';
       revoke all on ${refs} from public, anon, authenticated, service_role;
       grant select on ${refs} to anon, authenticated, service_role`,
      () =>
        edit(
          statements,
          'view',
          refs,
          /select b\.id.*$/s,
          `select b.id, b.type, b.name, b.active, b.color from ${channels} b`,
        ),
      [],
    ],
    [
      'a comment that is said no more',
      `comment on column public.stars.letter is null; comment on function private.trim_text(text) is null`,
      () =>
        withoutComment('column public.stars.letter').filter(
          ({ object }) => object.name !== 'function private.trim_text(text)',
        ),
      [],
    ],
    [
      'rows that everybody may see',
      `${alter} disable row level security`,
      () => statements.filter(({ object }) => object.kind !== 'row security' || object.name !== channels),
      [],
    ],
    [
      'a table kept in another way',
      `${alter} set (fillfactor = 70)`,
      () => edit(statements, 'table', channels, /\n\)$/, '\n) with (fillfactor = 70)'),
      [/table public\.broadcasters was "r" and is to be/],
    ],
    [
      'a type with one more field',
      'alter type private.news add attribute extra text',
      () => edit(statements, 'type', 'private.news', /\)$/, ', extra text)'),
      [/type private\.news was /],
    ],
    [
      'rights on what is yet to be made',
      'alter default privileges in schema private grant select on tables to anon',
      () => statements,
      [/default acl .* r private was /],
    ],
    [
      'a function that an index uses, and the index',
      'drop index public.comments_mentioned_slugs, public.community_posts_mentioned_slugs; drop function private.slugs_in(jsonb)',
      () => statements.filter(({ object }) => !/slugs/.test(object.name) || object.kind === 'table'),
      [],
    ],
    ['a key and those that need it', `${alter} drop constraint broadcasters_pkey cascade`, () => statements, []],
  ])('writes %s so that it runs, or leaves a gap', async (_, change, edited, gaps) => {
    await migrated.engine.session(async (session) => {
      const made = async (text: string) => {
        await session.exec(`begin; set local role ${migrated.owner}`)
        try {
          await session.exec(`insert into ${channels} (name) values ('RTL'), ('ZDF'); ${text}`)
          return await catalogueOf(session)
        } finally {
          await session.exec('rollback; reset check_function_bodies; reset search_path')
        }
      }
      const [is, should] = [await made(''), await made(change)]
      const text = await migrationText(differences(is, should), edited())
      const open = text.split('\n').filter((line) => line.startsWith(GAP))
      expect(open).toEqual(gaps.map((says) => expect.stringMatching(says)))
      const left = differences(await made(text), should)
      if (gaps.length === 0) expect(left).toEqual([])
    })
  })

  it('leaves a gap for another type and for what goes with its rows', async () => {
    let wanted = edit(statements, 'table', 'public.stars', 'bio text', 'bio varchar(10000)')
    wanted = edit(wanted, 'table', 'public.star_slug_history', /,\n *created_at[^\n]*/, '')
    const { found } = await differencesTo(wanted)
    const gaps = (await migrationText(found, wanted)).split('\n').filter((line) => line.startsWith(GAP))
    expect(gaps).toEqual([
      expect.stringContaining('alter table public.star_slug_history drop column created_at'),
      expect.stringContaining('public.stars.bio was "text" and is to be "character varying(10000)"'),
      expect.stringContaining('alter table public.stars add constraint stars_bio_check'),
    ])
  })
})

describe('supabase/migrations', () => {
  it('has no gap, and none is dated after today', () => {
    const files = fs.readdirSync(migrationsFolder)
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().replace(/\D/g, '').slice(0, 14)
    expect(files.filter((file) => file.slice(0, 14) > tomorrow)).toEqual([])
    expect(files.filter((file) => fs.readFileSync(`${migrationsFolder}/${file}`, 'utf8').includes(GAP))).toEqual([])
  })
})
