/** `supabase/schemas`: what the database is, each object once, in a folder for each noun. */
import fs from 'node:fs'
import path from 'node:path'
import { sqlStatements } from '@hot/embedded/database/migrate'
import { type ObjectKind, objectOf, type SqlObject } from './sql-objects.ts'

export const schemasFolder = path.join(import.meta.dirname, '../../supabase/schemas')

/** `text` with the comments above it, `code` without; `file` relative to the folder, `line` from 1. */
export type SchemaStatement = { file: string; line: number; text: string; code: string; object: SqlObject }

export const sqlFilesIn = (folder: string): string[] =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sql'))
    .sort()

const withoutLeadingComments = (text: string) => text.replace(/^(?:\s*--[^\n]*\n|\s*\n)+/, '')

/** A heading of a section is not about the statement below it. */
const withoutHeading = (text: string) => text.replace(/^-- .+ -{3,}\n+/, '')

/** Every statement of the folder, in the order of files and lines. */
export async function schemaStatements(folder: string): Promise<SchemaStatement[]> {
  const statements: SchemaStatement[] = []
  for (const file of sqlFilesIn(folder))
    for (const { text, line } of sqlStatements(fs.readFileSync(path.join(folder, file), 'utf8'))) {
      const code = withoutLeadingComments(text)
      statements.push({ file, line, text: withoutHeading(text), code, object: await objectOf(code) })
    }
  return statements
}

/** What a statement makes: an object, each right of a grant, or rows, of which several nouns may give a table some. */
function made({ object: { kind, name, rights }, code }: SchemaStatement): string[] {
  if (rights) return rights.map((right) => `${right} on ${name}`)
  return [kind === 'rows' ? `rows ${name} ${code}` : `${kind} ${name}`]
}

/** What stands more than once, with its places: an object by kind and schema, or a right. */
export function repeatedObjects(statements: readonly SchemaStatement[]): string[] {
  const places = new Map<string, string[]>()
  for (const statement of statements)
    for (const key of made(statement))
      places.set(key, [...(places.get(key) ?? []), `${statement.file}:${statement.line}`])
  return [...places].filter(([, found]) => found.length > 1).map(([key, found]) => `${key}: ${found.join(', ')}`)
}

const escaped = (name: string) => name.replace('.', '\\.')
/** Whether a text names one of these; a name is always written with its schema. */
const naming = (names: readonly string[]) => new RegExp(`\\b(?:${names.map(escaped).join('|')})\\b`)

/** What a function names before its body: arguments and answer. */
const header = (code: string) => code.slice(0, code.search(/\$\w*\$/))

/** Stable: each behind those of the same list that it names after one of the `words` (foreign keys, partitions, views). */
function behindWhatTheyName(statements: readonly SchemaStatement[], words: string): SchemaStatement[] {
  const waiting = new Map(statements.map((statement) => [statement.object.name, statement]))
  const found = new RegExp(`\\b(?:${words})\\s+(\\w+\\.\\w+)`, 'gi')
  const ordered: SchemaStatement[] = []
  const enter = (statement: SchemaStatement) => {
    waiting.delete(statement.object.name)
    for (const [, name = ''] of statement.code.matchAll(found)) {
      const needed = waiting.get(name)
      if (needed) enter(needed)
    }
    ordered.push(statement)
  }
  for (const statement of statements) if (waiting.has(statement.object.name)) enter(statement)
  return ordered
}

/**
 * The statements in an order in which they can run while bodies of functions are not looked at: tables use functions in
 * checks, generated columns and defaults, so functions come first; those whose arguments or answers are rows of a table or
 * view come behind it. `whole`: where the tables and views stand, if `statements` are only some.
 */
export function inOrder(
  statements: readonly SchemaStatement[],
  whole: readonly SchemaStatement[] = statements,
): SchemaStatement[] {
  const of = (kind: ObjectKind) => statements.filter(({ object }) => object.kind === kind)
  const tables = behindWhatTheyName(of('table'), 'references|partition of')
  const views = behindWhatTheyName(of('view'), 'from|join')
  const rows = (kind: ObjectKind) =>
    naming(whole.filter(({ object }) => object.kind === kind).map(({ object }) => object.name))
  const [ofTables, ofViews] = [rows('table'), rows('view')]
  const functions = of('function').map((made) => ({ made, names: header(made.code) }))
  const ofRows = functions.filter(({ names }) => ofTables.test(names) && !ofViews.test(names))
  const ofViewRows = functions.filter(({ names }) => ofViews.test(names))
  const others = functions.filter((entry) => !ofRows.includes(entry) && !ofViewRows.includes(entry))
  const behind: ObjectKind[] = ['index', 'trigger', 'row security', 'policy', 'grant', 'comment', 'publication', 'rows']
  return [
    ...(['schema', 'extension', 'default acl', 'type'] as const).flatMap(of),
    ...others.map(({ made }) => made),
    ...tables,
    ...ofRows.map(({ made }) => made),
    ...views,
    ...ofViewRows.map(({ made }) => made),
    ...behind.flatMap(of),
  ]
}
