/**
 * Fails for every function and column of the API that no test asks for: a function of `who-may-what.txt` that is only in
 * the matrix of rights and in tables of shapes, and a column of `database.types.ts` that no test names.
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'

const rights = 'supabase/tests/access/who-may-what.txt'
const types = 'domain/src/contract/database.types.ts'
const tests = ['supabase/tests', 'tests/http', 'tests/e2e', 'server', 'packages/embedded']
/** Tests that go through everything by lists: a name there says that it exists, not what it does. */
const lists = /\/access\/(?:matrix|columns|catalogue|what-was-seen)\.test\.ts$/
/** Their tables call everything for its shape; a call of its own, or a row of a test of lists, asserts more. */
const shapes = /shapes\.test\.ts$/

type Test = { file: string; text: string }

/** Functions of `who-may-what.txt`, after its heading "# functions". */
export const functionsIn = (page: string): string[] => [
  ...new Set([...page.slice(page.indexOf('\n# functions')).matchAll(/^([a-z_0-9]+)\(/gm)].map(([, name = '']) => name)),
]

/** Columns of tables as `table.column`, from generated types. */
export function columnsIn(generated: string): string[] {
  const tables = generated.slice(generated.indexOf('Tables: {'), generated.indexOf('Views: {'))
  return [...tables.matchAll(/"(\w+)": \{\s+Row: \{([^}]*)\}/g)].flatMap(([, table, row = '']) =>
    [...row.matchAll(/"(\w+)": /g)].map(([, column]) => `${table}.${column}`),
  )
}

/** Those of `names` that no test asks for; of `table.column` the column has to be named. */
export function untested(names: readonly string[], all: readonly Test[]): string[] {
  const named = new Set<string>()
  for (const { file, text } of all) for (const name of namesIn(file, text)) named.add(name)
  return names.filter((name) => !named.has(name.slice(name.indexOf('.') + 1)))
}

function namesIn(file: string, text: string): string[] {
  if (lists.test(file)) return []
  if (!shapes.test(file)) return text.match(/\w+/g) ?? []
  return [...text.matchAll(/(?:call\(|walk\(\w+, |\[)'(\w+)', ?['{]?/g)].flatMap(([row, name = '']) =>
    row.startsWith('[') && !row.endsWith("'") ? [] : [name],
  )
}

if (import.meta.main) {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...tests], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.(?:test|spec)\.tsx?$/.test(file) && fs.existsSync(file))
  const all = files.map((file) => ({ file, text: fs.readFileSync(file, 'utf8') }))
  const names = [...functionsIn(fs.readFileSync(rights, 'utf8')), ...columnsIn(fs.readFileSync(types, 'utf8'))]
  if (names.length < 300) throw new Error(`${rights} and ${types} name ${names.length} functions and columns only`)
  const missing = untested(names, all)
  for (const name of missing) console.error(`${name}: no test asks what it does`)
  if (missing.length > 0) process.exitCode = 1
}
