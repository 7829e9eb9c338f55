/**
 * Fails for every function and column of the API that no test asks for: a function of `who-may-what.txt` that is only in
 * the matrix of rights and in tables of shapes, and a column of `database.types.ts` that no test names together with its table.
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { parseSync, Visitor } from 'oxc-parser'

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

/** Functions that no test asks for: by name, but for the tests that name all. */
export function untestedFunctions(names: readonly string[], all: readonly Test[]): string[] {
  const named = new Set<string>()
  for (const { file, text } of all) for (const name of namesIn(file, text)) named.add(name)
  return names.filter((name) => !named.has(name))
}

type Words = { statements: ReadonlySet<string>[]; named: ReadonlySet<string>; used: ReadonlySet<string> }

/**
 * What a test says outside comments and titles: the words of each of its texts (an SQL statement is one), all of them, and what it
 * uses as a name of its own: a property, a key, a text that is nothing else.
 */
function wordsOf(file: string, text: string): Words {
  const titles = new Set<number>()
  const texts: string[] = []
  const used = new Set<string>()
  new Visitor({
    CallExpression: ({ callee, arguments: [title] }) => {
      // test(…), test.skip(…), test.each(…)(…)
      const plain = callee.type === 'CallExpression' ? callee.callee : callee
      const called = plain.type === 'MemberExpression' ? plain.object : plain
      if (title && called.type === 'Identifier' && /^(?:test|it|describe)$/.test(called.name)) titles.add(title.start)
    },
    Literal: ({ value, start }) => void (typeof value === 'string' && !titles.has(start) && texts.push(value)),
    TemplateLiteral: ({ quasis, start }) =>
      void (titles.has(start) || texts.push(quasis.map(({ value }) => value.raw).join(' '))),
    Property: ({ key }) => void (key.type === 'Identifier' && used.add(key.name)),
    MemberExpression: ({ property }) => void (property.type === 'Identifier' && used.add(property.name)),
  }).visit(parseSync(file, text).program)
  for (const one of texts) used.add(one)
  const statements = texts.map((one) => new Set(one.match(/\w+/g)))
  return { statements, named: new Set(statements.flatMap((words) => [...words])), used }
}

/**
 * Columns, as `table.column`, that no test asks for: in one statement with their table, or by name (a property, a key, a text) in
 * a test that names the table in a text.
 */
export function untestedColumns(names: readonly string[], all: readonly Test[]): string[] {
  const tests = all
    .filter(({ file }) => !lists.test(file) && !shapes.test(file))
    .map(({ file, text }) => wordsOf(file, text))
  return names.filter((name) => {
    const [table = '', column = ''] = name.split('.')
    return !tests.some(
      ({ statements, named, used }) =>
        (named.has(table) && used.has(column)) || statements.some((words) => words.has(table) && words.has(column)),
    )
  })
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
  const functions = functionsIn(fs.readFileSync(rights, 'utf8'))
  const columns = columnsIn(fs.readFileSync(types, 'utf8'))
  if (functions.length < 100 || columns.length < 200)
    throw new Error(`${rights} and ${types} name ${functions.length} functions and ${columns.length} columns only`)
  const missing = [...untestedFunctions(functions, all), ...untestedColumns(columns, all)]
  for (const name of missing) console.error(`${name}: no test asks what it does`)
  if (missing.length > 0) process.exitCode = 1
}
