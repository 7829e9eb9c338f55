import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { brokenPromises, unquotedNevers } from './check-promises.ts'

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-promises-'))
afterAll(() => fs.rmSync(root, { recursive: true }))
fs.writeFileSync(
  path.join(root, 'note.tsx'),
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a file
  "export const note = `${days} Tage lang kannst du\n  alles zurückholen.`\nexport const other = 'Niemand erfährt davon.'\n",
)
fs.writeFileSync(
  path.join(root, 'bin.test.ts'),
  "test('comes back', () => {})\ntest.each([1])(\n  'a deleted %s comes back',\n  () => {},\n)\ntest('it’s \\'there\\'', () => {})\nconst words = 'only words'\n",
)

const check = (row: string) =>
  brokenPromises(root, `| Promise | Said in | Test | In between |\n| --- | --- | --- | --- |\n${row}\n`)

test('what is said where the table says and proven by a test is accepted', () => {
  expect(
    check(
      [
        '| … Tage lang kannst du alles zurückholen. | `note.tsx` | `bin.test.ts` *comes back*; `bin.test.ts` *a deleted %s comes back* | edits |',
        "| Niemand … davon. | `note.tsx` | `bin.test.ts` *it’s 'there'* | a second role |",
      ].join('\n'),
    ),
  ).toEqual([])
})

test.each([
  [
    'a sentence that changed',
    '| Alle erfahren davon. | `note.tsx` | `bin.test.ts` *comes back* | x |',
    'is not in note.tsx',
  ],
  ['a file that is gone', '| Niemand | `gone.tsx` | `bin.test.ts` *comes back* | x |', 'gone.tsx: does not exist'],
  [
    'a sentence of this page only',
    '| Niemand | `docs/promises.md` | `bin.test.ts` *comes back* | x |',
    'no file says it',
  ],
  ['a sentence without a file', '| Niemand | the page | `bin.test.ts` *comes back* | x |', 'no file says it'],
  [
    'a test file that is gone',
    '| Niemand | `note.tsx` | `gone.test.ts` *comes back* | x |',
    'gone.test.ts: does not exist',
  ],
  ['a title that changed', '| Niemand | `note.tsx` | `bin.test.ts` *came back* | x |', 'no test "came back"'],
  ['words that are no title', '| Niemand | `note.tsx` | `bin.test.ts` *only words* | x |', 'no test "only words"'],
  ['a file without a title', '| Niemand | `note.tsx` | `bin.test.ts` | x |', 'no test is named'],
  [
    'a second file without a title',
    '| Niemand | `note.tsx` | `bin.test.ts` *comes back*, `bin.test.ts` | x |',
    'without the title',
  ],
  ['nothing in between', '| Niemand | `note.tsx` | `bin.test.ts` *comes back* | |', 'what happens in between'],
  ['a page without promises', '', 'no table of promises'],
])('%s is named with its line', (_, row, what) => {
  const broken = check(row)
  expect(broken).toHaveLength(1)
  expect(broken[0]).toMatch(new RegExp(`^docs/promises.md:${row === '' ? 1 : 3}  `))
  expect(broken[0]).toContain(what)
})

const table = '| Sentence | Said in | Test |\n|---|---|---|\n| It is **never** told | `a.md` | x |\n'

test.each([
  ['one that a row quotes, over a line', 'a.md', 'It is\n**never** told.', []],
  ['a second one', 'a.md', 'It is **never** told. Never!', ['a.md  ". Never!" has no row']],
  [
    'a rule about everybody',
    'a.md',
    'Nobody hears of it, as nobody asks.',
    ['a.md  "Nobody hears of it, as nobody asks." has no row'],
  ],
  ['one of another page', 'b.md', 'Never.', ['b.md  "Never." has no row']],
])('a "never" without a test is found: %s', (_, page, text, found) =>
  expect(unquotedNevers(page, text, [table])).toEqual(found),
)
