import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Copy, copyRepository } from './recipe.ts'

let copy: Copy
beforeEach(() => {
  copy = copyRepository()
})
afterEach(() => copy.remove())

test('a new noun is twelve files, after which check, build and the tests of all nouns are green', {
  timeout: 1_800_000,
}, () => {
  expect(copy.apply('new-noun.md').length).toBeLessThanOrEqual(12)
  copy.run('npm', 'run', 'db:migration')
  for (const command of ['types', 'app-links', 'build', 'check']) copy.run('npm', 'run', command)
  const tests = [
    'posts/podcasts',
    'account/account-',
    'account/what-',
    'account/inventory',
    'access/matrix',
    'access/quotas',
    'access/heard-members',
  ]
  const reading = ['access/catalogue', 'pages/shapes', 'schemas/equality']
    .concat(tests)
    .map((name) => `supabase/tests/${name}`)
  copy.run(process.execPath, 'scripts/run.js', 'vitest', 'run', '--project', 'sql', ...reading)
})
