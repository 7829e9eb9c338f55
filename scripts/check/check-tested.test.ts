import { expect, test } from 'vitest'
import { columnsIn, functionsIn, untested } from './check-tested.ts'

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
  expect(untested(['star_page'], [{ file, text }])).toEqual(asks ? [] : ['star_page']),
)

test('a column is asked for by its own name', () => {
  const tests = [{ file: 'supabase/tests/a/stars.test.ts', text: 'select id from public.stars' }]
  expect(untested(['stars.id', 'stars.bio'], tests)).toEqual(['stars.bio'])
})
