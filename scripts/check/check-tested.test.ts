import { expect, test } from 'vitest'
import { columnsIn, functionsIn, untestedColumns, untestedFunctions } from './check-tested.ts'

const page =
  'Who may what\n\n# tables   select\nstars (own)   G---\n\n# functions   call\nstar_page(:slug)   GUBSMA\nstar_page(:id)   GUBSMA\nis_admin()   GU\n'
const generated =
  '"public": {\n Tables: {\n "stars": {\n Row: {\n "id": string,"bio": string | null\n }\n Insert: { "id"?: string }\n } } Views: {\n "cards": {\n Row: {\n "x": string } } }'

test('functions and columns are read where they are listed', () => {
  expect(functionsIn(page)).toEqual(['star_page', 'is_admin'])
  expect(columnsIn(generated)).toEqual(['stars.id', 'stars.bio'])
})

test.each([
  ['a call', 'supabase/tests/a/stars.test.ts', 'select public.star_page($1)', true],
  ['another name', 'supabase/tests/a/stars.test.ts', 'select public.old_star_page($1)', false],
  ['a list of everything', 'supabase/tests/access/matrix.test.ts', "'star_page'", false],
  [
    'a row of a table of shapes',
    'supabase/tests/pages/shapes.test.ts',
    "['star_page', { p_slug: 'a' }, starPage]",
    false,
  ],
  ['a call among shapes', 'supabase/tests/pages/shapes.test.ts', "pages.call('star_page', {})", true],
  ['a walk among shapes', 'supabase/tests/pages/shapes.test.ts', "walk(pages, 'star_page', {}, 2)", true],
  ['a row of lists among shapes', 'supabase/tests/pages/shapes.test.ts', "['star_page', 'stars', 'id']", true],
])('%s: whether it asks what a function does', (_, file, text, asks) =>
  expect(untestedFunctions(['star_page'], [{ file, text }])).toEqual(asks ? [] : ['star_page']),
)

test.each([
  ['in a statement with its table', 't.owner("select s.bio from public.stars s")', true],
  ['as a property', 't.owner("select * from public.stars"); expect(row.bio).toBe(1)', true],
  ['as a key', 't.owner("select * from public.stars"); expect(row).toEqual({ bio: 1 })', true],
  ['as a name', 't.owner(`select * from public.stars`); expect(columns).toEqual(["bio"])', true],
  ['without its table', 't.owner("select f.bio from public.formats f")', false],
  ['in another text than its table', 't.owner("delete from public.stars"); t.owner("select bio from x")', false],
  ['in a title', 'test("bio of public.stars", () => t.owner("select * from public.stars"))', false],
  ['in a title of many', 'test.each([1])("bio of public.stars", () => t.owner("select * from public.stars"))', false],
  ['in a comment', 't.owner("select * from public.stars") // bio', false],
  ['as a variable', 'const bio = t.owner("select * from public.stars")', false],
])('a column is asked for or not: %s', (_, text, asks) => {
  const file = 'supabase/tests/a/stars.test.ts'
  expect(untestedColumns(['stars.bio'], [{ file, text }])).toEqual(asks ? [] : ['stars.bio'])
  expect(untestedColumns(['stars.bio'], [{ file: 'supabase/tests/access/columns.test.ts', text }])).toEqual([
    'stars.bio',
  ])
})
