import { expect, test } from 'vitest'
import { schemaStatements, schemasFolder } from '../../../scripts/schemas/schema-files.ts'
import { germanTexts, positionalRows } from '../support/house-rules.ts'

const statements = await schemaStatements(schemasFolder)

test('no statement makes a row by the order of columns', async () => {
  const found = await Promise.all(
    statements.map(async ({ file, code, line }) => (await positionalRows(code, line)).map((at) => `${file}:${at}`)),
  )
  expect(found.flat()).toEqual([])
})

test.each([
  ['a row of a type', 'select row(1, 2)::private.pair', 1],
  ['one without its word', 'select (a, b)::private.pair from x', 1],
  ['one in a body', 'create function f() returns private.pair language sql as $$\n  select row(1, 2)\n$$', 1],
  ['rows without columns', 'insert into public.a values (1, 2)', 1],
  ['a selection without columns', 'insert into public.a as t select b, c from x', 1],
  ['a function', 'select private.pair(a, b)::public.pair, row_number() over ()', 0],
  ['a comparison', 'select (a, b) < (c, d), (a)::private.pair from x', 0],
  ['whole rows', 'insert into public.a select r.* from jsonb_populate_record(null::public.a, x) r', 0],
  ['named columns', 'insert into public.a (b, c) values (1, 2)', 0],
  ['a comment', '-- row(1)\nselect 1 /* row(2) */', 0],
])('%s is counted or not', async (_, code, times) => expect(await positionalRows(code)).toHaveLength(times))

/** Written from `domain`, and compared with it. */
const generated = ['00_platform/refusals.sql', '00_platform/stored_texts.sql', '70_notification/words.sql']

/** What looks like a text and is none, by the object that has it. */
const noTexts: Readonly<Record<string, string>> = {
  'function private.search_fold(text)': 'letters of alphabets',
  'function private.slugify(text)': 'letters of alphabets',
  'function private.nickname_key(text)': 'letters of alphabets',
  'function private.mask_names(text,text[])': 'letters in a pattern',
  'function private.pattern_of_name(text)': 'letters in a pattern',
  'function private.near_names(text,integer)': 'words that a search leaves out',
  'function private.sensitive_subjects(text)': 'words that are looked for in what people write',
  'rows private.reserved_nicknames': 'names that nobody may have; domain/src/member compares its own',
  'rows private.mail_domains': 'names of mail providers, which an installation may change',
  'function private.scheduled_jobs()': 'the form of a comment, for who reads the SQL',
  'function private.admin_post_record(uuid)':
    'types of posts as the API has named them from the start: gerücht, umfrage, diskussion',
}

test('no text for people stands in supabase/schemas: it stands in domain, once', async () => {
  const written = statements.filter(({ file, object }) => !generated.includes(file) && object.kind !== 'comment')
  const found = new Map<string, string[]>()
  for (const { file, line, code, object } of written)
    for (const { line: at, text } of await germanTexts(code, line)) {
      const name = `${object.kind} ${object.name}`
      found.set(name, [...(found.get(name) ?? []), `${file}:${at} ${text}`])
    }
  expect([...found].filter(([name]) => !(name in noTexts)).flatMap(([, places]) => places)).toEqual([])
  expect(Object.keys(noTexts).filter((name) => !found.has(name))).toEqual([])
})

test.each([
  ['a sentence', `select 'Das hat nicht geklappt.'`, 1],
  ['a part of one', `select 'Regel ' || name || ' hat angeschlagen'`, 2],
  ['a word', `select coalesce(nickname, 'Unbekannt')`, 1],
  ['a word with its letters', `select 'gelöscht'`, 1],
  ['words written small', `case when x then 'nicht aktiv' end`, 1],
  ['one in brackets', `select '[Gelöschter Beitrag]'`, 1],
  ['one in a body', `create function f() returns text language sql as $$ select 'Staffel ' $$`, 1],
  ['keys and values', `select 'approved', 'post_id', 'Europe/Berlin', 'Retry-After'`, 0],
  ['statements', `execute 'select x.id from ' || t`, 0],
  ['a pattern', `select '(?<![A-Za-z0-9ÄÖÜäöüß.@])@'`, 0],
  ['what operators read', `do $$ begin raise warning 'Archive of post % failed', 1; end $$`, 0],
  ['a name of a text', `select private.stored_text('star.unknown')`, 0],
])('%s is a text for people or not', async (_, code, times) => expect(await germanTexts(code)).toHaveLength(times))
