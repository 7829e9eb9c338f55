import { expect, test } from 'vitest'
import type { SchemaStatement } from '../schemas/schema-files.ts'
import { objectOf } from '../schemas/sql-objects.ts'
import { readSources } from './graph.ts'
import { filesToRead, quickFigures } from './print.ts'

test('every figure that npm run structure prints keeps its limit', { timeout: 300_000 }, async () => {
  const found = await quickFigures(readSources())
  expect(found.filter(({ holds }) => !holds)).toEqual([])
  // A folder that is read as empty would keep every limit.
  const figure = (start: string) => found.find(({ name }) => name.startsWith(start))?.value ?? 0
  expect(figure('TypeScript files')).toBeGreaterThan(1000)
  expect(figure('lines of SQL')).toBeGreaterThan(20_000)
  expect(figure('files of its noun')).toBeGreaterThan(1)
})

const statement = async (file: string, code: string): Promise<SchemaStatement> => ({
  file,
  line: 1,
  text: code,
  code,
  object: await objectOf(code),
})

test('of a table are read its statements and the functions of its triggers, apart for its own noun and others', async () => {
  const files = filesToRead(
    await Promise.all([
      statement('20_star/table.sql', 'create table public.stars (id uuid)'),
      statement('20_star/lists.sql', 'create index stars_id on public.stars (id)'),
      statement(
        '20_star/table.sql',
        'create trigger a after insert on public.stars execute function private.name_star()',
      ),
      statement('20_star/table.sql', 'create trigger b after insert on public.stars execute function private.tell()'),
      statement(
        '20_star/names.sql',
        `create function private.name_star() returns trigger language sql as $$ select 1 $$`,
      ),
      statement(
        '70_notification/tell.sql',
        `create function private.tell() returns trigger language sql as $$ select 1 $$`,
      ),
      statement('20_star/page.sql', `create function public.star_page() returns jsonb language sql as $$ select 1 $$`),
      statement('80_site/settings.sql', 'create table public.app_settings (id int)'),
    ]),
  )
  const star = files.get('table public.stars')
  expect([...(star?.own ?? [])]).toEqual(['20_star/table.sql', '20_star/lists.sql', '20_star/names.sql'])
  expect([...(star?.others ?? [])]).toEqual(['70_notification/tell.sql'])
  expect(files.get('table public.app_settings')?.own.size).toBe(1)
})
