import { expect, test } from 'vitest'
import { repeatedObjects, type SchemaStatement } from './schema-files.ts'
import { objectOf } from './sql-objects.ts'

const statements = (...codes: string[]): Promise<SchemaStatement[]> =>
  Promise.all(
    codes.map(async (code, at) => ({ file: 'a.sql', line: at + 1, text: code, code, object: await objectOf(code) })),
  )

test.each([
  ['a table', 'create table public.a (id int)', 'create table a (id int, name text)', 'table public.a'],
  [
    'a function of the same arguments',
    `create function private.f(a int) returns int language sql as $$ select 1 $$`,
    `create function private.f(b integer) returns int language sql as $$ select 2 $$`,
    'function private.f(integer)',
  ],
  ['an index', 'create index a_id on public.a (id)', 'create index a_id on public.b (id)', 'index public.a_id'],
  ['a comment', `comment on table public.a is 'A.'`, `comment on table public.a is 'B.'`, 'comment table public.a'],
  [
    'a right, among others',
    'grant select on public.a to anon',
    'grant select, insert on public.a to authenticated, anon',
    'grant select to anon on table public.a',
  ],
  [
    'a right on a column',
    'grant update (id, name) on public.a to authenticated',
    'grant update (name) on public.a to authenticated',
    'grant update (name) to authenticated on table public.a',
  ],
  [
    'what is taken',
    'revoke all on public.a from public, anon',
    'revoke all on public.a from anon',
    'revoke all from anon on table public.a',
  ],
  [
    'rows',
    `insert into public.a values (1)`,
    `insert into public.a values (1)`,
    'rows public.a insert into public.a values (1)',
  ],
])('%s that stands twice is found', async (_, once, twice, name) => {
  expect(repeatedObjects(await statements(once, twice))).toEqual([`${name}: a.sql:1, a.sql:2`])
})

test('what only looks alike is not: another kind or schema, other arguments, columns, roles and rows', async () => {
  const found = await statements(
    'create table public.news (id int)',
    'create type private.news as (id int)',
    'create table private.news_texts (id int)',
    `create function private.make(a text) returns void language plpgsql as $$ begin execute format('create table private.%I ()', a); end $$`,
    `create function private.make(a int) returns void language plpgsql as $$ begin execute format('create table private.%I ()', a); end $$`,
    'grant select (id) on public.news to anon',
    'grant select (id) on public.news to authenticated',
    'grant insert (id) on public.news to authenticated',
    `insert into storage.buckets (id, name) values ('avatars', 'avatars')`,
    `insert into storage.buckets (id, name) values ('post-images', 'post-images')`,
  )
  expect(repeatedObjects(found)).toEqual([])
})
