import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { brokenCitations } from './check-citations.ts'

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-citations-'))
afterEach(() => fs.rmSync(root, { recursive: true }))

/** Problems in `files`, in a repository that also has two pages, an ADR and a source file. */
function check(files: Record<string, string>): string[] {
  const all = {
    'docs/product/stars.md':
      '# Stars\n\n## HoT score\n\n## Votes & fans\n\n## Votes & fans\n\n```sh\n# not a heading\n```\n',
    'docs/product/posts.md': '# Posts\n',
    'docs/decisions/012-consent.md': '# Consent\n',
    'domain/src/slug.ts': '',
    ...files,
  }
  for (const [file, text] of Object.entries(all)) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    fs.writeFileSync(path.join(root, file), text)
  }
  return brokenCitations(root, Object.keys(all))
}

test('valid citations are accepted', () => {
  expect(
    check({
      'a.ts': [
        '/** Weights (docs/product/stars.md#hot-score, `docs/product/`). ADR 012, docs/decisions/012 and domain/src/slug.ts. */',
        '// https://supabase.com/docs/guides/auth, supabase.com/docs/reference, ../docs/elsewhere.md, RFC 9110 §12.5.3',
        "const built = 'web/dist/server/server.js'",
        '// supabase/auth, domain/src/*.ts, web/src/{a,b}.ts, example.org/web/page, @hot/domain/slug',
      ].join('\n'),
      'domain/README.md': 'scripts/x.ts, domain/src/',
      'domain/scripts/x.ts': '',
      'docs/README.md': [
        '[stars](product/stars.md) [twice](product/stars.md#votes--fans-1) [root](../a.ts) [web](https://example.org/x.md)',
        '## Here',
        '[here](#here) `[no](link.md)`',
        '```md',
        '[no](link.md), docs/none.md',
        '```',
      ].join('\n'),
    }),
  ).toEqual([])
})

/** A citation of a text that is not here, in two parts: who searches for such citations must not find it here. */
const cited = (before: string, after: string, between = ' ') => `${before}${between}${after}`

test.each([
  ['a page that does not exist', 'a.ts', 'docs/product/none.md', 'docs/product/none.md: does not exist'],
  ['a page at the end of a sentence', 'a.sql', '-- See docs/none.md.', 'docs/none.md: does not exist'],
  ['a heading', 'a.css', '/* docs/product/stars.md#none */', 'docs/product/stars.md#none: no such heading'],
  ['what looks like a heading in code', 'a.ts', 'docs/product/stars.md#not-a-heading', 'no such heading'],
  ['an ADR', 'a.ts', '// ADR 099', 'ADR 099: no such file in docs/decisions/'],
  ['an ADR by its path', 'a.ts', '// docs/decisions/099', 'docs/decisions/099: does not exist'],
  ['a source file that moved', 'a.ts', '/** As domain/src/moved.ts does. */', 'domain/src/moved.ts: does not exist'],
  ['a source folder that moved', 'a.ts', '/** All of domain/src/moved. */', 'domain/src/moved: does not exist'],
  ['a source file, from a page', 'docs/a.md', '`domain/src/moved.ts`', 'domain/src/moved.ts: does not exist'],
  ['a relative link', 'docs/a.md', 'See [posts](posts.md).', 'docs/posts.md: does not exist'],
  ['a link to a heading', 'docs/a.md', '[x](product/posts.md#none)', 'docs/product/posts.md#none: no such heading'],
  ['a heading of the same page', 'docs/a.md', '# A\n[x](#none)', 'docs/a.md#none: no such heading'],
  ['a labelled link', 'docs/a.md', '[x][1]\n\n[1]: posts.md', 'docs/posts.md: does not exist'],
  ['the specification', 'a.ts', cited('// Specification', '§9: three more'), 'not part of the repository'],
  [
    'the specification in a title',
    'a.test.ts',
    cited("test('as the", "specification says')"),
    'not part of the repository',
  ],
  ['a decision by its section', 'a.sql', cited('-- decisions', '§2'), 'not part of the repository'],
  ['a text beside the repository', 'a.ts', cited('// ..', 'shared/tools', '/'), 'not part of the repository'],
  ['a text that is not here', 'a.ts', cited('// quality', 'md, Speed', '.'), 'not part of the repository'],
])('%s is named with file and line', (_, file, text, what) => {
  const broken = check({ [file]: `\n${text}\n` })
  expect(broken).toHaveLength(1)
  expect(broken[0]).toContain(what)
  const line = text.split('\n').length + 1
  expect(broken[0]).toMatch(new RegExp(`^${file}:${line}  `))
})

test('a released migration names what there was', () => {
  const migrations = {
    'supabase/migrations/20260101000000_a.sql': '-- docs/gone.md',
    'supabase/migrations/20260102000000_b.sql': '-- docs/gone.md',
  }
  const broken = check({ ...migrations, 'supabase/migrations.lock': 'abc  20260101000000_a.sql\n' })
  expect(broken).toEqual(['supabase/migrations/20260102000000_b.sql:1  docs/gone.md: does not exist'])
})
