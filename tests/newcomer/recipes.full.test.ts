import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Copy, copyRepository } from './recipe.ts'

let copy: Copy
beforeEach(() => {
  copy = copyRepository()
})
afterEach(() => copy.remove())

test('a field is six files and its test, and what many are told is five, after which both are there', {
  timeout: 1_800_000,
}, () => {
  const isTest = (file: string) => file.endsWith('.test.ts')
  const field = copy.apply('field.md')
  expect([field.length, field.filter(isTest).length]).toEqual([7, 1])
  const told = copy.apply('told-to-many.md')
  expect([told.length, told.filter(isTest).length]).toEqual([5, 1])
  copy.run('npm', 'run', 'words')
  copy.run('npm', 'run', 'db:migration')
  copy.run(process.execPath, 'scripts/run.js', '@biomejs/biome', 'check', ...field, ...told)
  copy.run(process.execPath, 'scripts/run.js', 'typescript:tsc', '-p', '.')
  // The words of every type, and of the recipes' own tests those that ask for what is new.
  const own = 'where a format comes from|told of a new season|format_season'
  const files = [...field, ...told, 'supabase/tests/notifications/words.test.ts'].filter(isTest)
  copy.run(
    process.execPath,
    'scripts/run.js',
    'vitest',
    'run',
    '--project',
    'sql',
    '--maxWorkers=1',
    '-t',
    own,
    ...files,
  )
})
