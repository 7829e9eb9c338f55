import { expect, test } from 'vitest'
import { mutualFolders } from './folder-references.ts'
import type { SchemaStatement } from './schema-files.ts'
import { objectOf } from './sql-objects.ts'

const made = async (file: string, code: string): Promise<SchemaStatement> => ({
  file,
  line: 1,
  text: code,
  code,
  object: await objectOf(code),
})
const named = (name: string, names: string) =>
  `create function private.${name}() returns void language sql as $$ select 1 from ${names} $$`

test('folders whose functions name each other are found, with how often', async () => {
  const post = await made('40_post/table.sql', 'create table public.posts (id int)')
  const comment = await made('50_comment/rules.sql', named('comment', 'public.posts'))
  const down = [post, comment, await made('50_comment/page.sql', named('other', 'public.posts'))]
  expect(mutualFolders(down)).toEqual([])
  const up = await made('40_post/page.sql', named('page', 'private.comment()'))
  expect(mutualFolders([...down, up])).toEqual(['40_post ↔ 50_comment: 1 up, 2 down'])
  expect(mutualFolders([...down, await made('50_comment/up.sql', named('page', 'private.comment()'))])).toEqual([])
})
