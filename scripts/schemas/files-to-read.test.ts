import { expect, test } from 'vitest'
import { filesToRead } from './files-to-read.ts'
import type { SchemaStatement } from './schema-files.ts'
import { objectOf } from './sql-objects.ts'

const statement = async (file: string, code: string): Promise<SchemaStatement> => ({
  file,
  line: 1,
  text: code,
  code,
  object: await objectOf(code),
})
const trigger = (file: string, when: string, calls: string, on = 'public.stars') =>
  statement(file, `create trigger t_${calls} ${when} on ${on} for each row execute function private.${calls}()`)
const work = (file: string, name: string) =>
  statement(file, `create function private.${name}() returns trigger language sql as $$ select 1 $$`)

test('of a table are read its statements and the functions of its triggers: its own, those that decide, those that act', async () => {
  const files = filesToRead(
    await Promise.all([
      statement('20_star/table.sql', 'create table public.stars (id uuid)'),
      statement('20_star/lists.sql', 'create index stars_id on public.stars (id)'),
      trigger('20_star/table.sql', 'after insert', 'name_star'),
      work('20_star/names.sql', 'name_star'),
      trigger('20_star/table.sql', 'before delete or update', 'guard'),
      work('60_moderation/guard.sql', 'guard'),
      trigger('20_star/table.sql', 'before delete', 'archive'),
      work('60_moderation/archive.sql', 'archive'),
      trigger('20_star/table.sql', 'after insert', 'tell'),
      work('70_notification/tell.sql', 'tell'),
      // What several nouns share: its name is enough.
      trigger('20_star/table.sql', 'before update', 'touch'),
      trigger('80_site/settings.sql', 'before update', 'touch', 'public.app_settings'),
      work('00_platform/touch.sql', 'touch'),
      statement('20_star/page.sql', `create function public.star_page() returns jsonb language sql as $$ select 1 $$`),
      statement('80_site/settings.sql', 'create table public.app_settings (id int)'),
    ]),
  )
  const star = files.get('table public.stars')
  expect([...(star?.own ?? [])].sort()).toEqual(['20_star/lists.sql', '20_star/names.sql', '20_star/table.sql'])
  expect([...(star?.deciding ?? [])]).toEqual(['60_moderation/guard.sql'])
  expect([...(star?.acting ?? [])].sort()).toEqual(['60_moderation/archive.sql', '70_notification/tell.sql'])
  expect(files.get('table public.app_settings')).toEqual({
    own: new Set(['80_site/settings.sql']),
    deciding: new Set(),
    acting: new Set(),
  })
})
