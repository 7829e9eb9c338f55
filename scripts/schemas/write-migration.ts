/** Writes the migration that makes of one database the other, from the texts of `supabase/schemas`. */
import { scan } from 'libpg-query'
import type { Difference } from './catalogue.ts'
import { inOrder, type SchemaStatement } from './schema-files.ts'

/** What a person has to write; a test refuses a migration that still has one. */
export const GAP = '-- GAP: '

/** A gap that what is written by hand does not fill yet; one that it fills is not written. */
const gap = (byHand: string, says: string, filledBy: RegExp): string[] =>
  filledBy.test(byHand) ? [] : [`${GAP}${says.replace(/\s+/g, ' ')}`]

const quoted = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`)
/** `schema.table.name` in table and name, which may have dots. */
const split = (name: string) => {
  const [, table = '', own = ''] = /^(\w+\.\w+)\.(.*)$/s.exec(name) ?? []
  return { table, own }
}

/** Arguments and answer as pg_get_functiondef() writes them: `create or replace` can change neither. */
const shape = (definition: string | undefined) =>
  /^CREATE OR REPLACE FUNCTION (.*?)\n LANGUAGE/s.exec(definition ?? '')?.[1]

const isReshaped = ({ kind, is, should }: Difference) =>
  kind === 'function' && is !== undefined && should !== undefined && shape(is) !== shape(should)

/** What goes, or is made anew because nothing can change it. */
function drops(differences: readonly Difference[], byHand: string): string[] {
  const of = (kind: string, makesAnew: (difference: Difference) => boolean = () => false) =>
    differences.filter(
      (found) => found.kind === kind && found.is !== undefined && (found.should === undefined || makesAnew(found)),
    )
  const always = () => true
  return [
    ...of('trigger', always).map(({ name }) => `drop trigger ${quoted(split(name).own)} on ${split(name).table};`),
    ...of('policy', always).map(({ name }) => `drop policy ${quoted(split(name).own)} on ${split(name).table};`),
    ...of('constraint', always).map(
      ({ name }) => `alter table ${split(name).table} drop constraint ${quoted(split(name).own)};`,
    ),
    ...of('view').map(({ name }) => `drop view ${name};`),
    ...of('function', isReshaped).map(({ name }) => `drop function ${name};`),
    ...of('index', always).map(({ name }) => `drop index ${name};`),
    ...of('publication').map(({ name }) => `alter publication ${name.split(' ')[0]} drop table ${name.split(' ')[1]};`),
    ...of('table').flatMap(({ name }) =>
      gap(byHand, `the table ${name} goes; what becomes of its rows?`, new RegExp(`drop table ${name}\\b`, 'i')),
    ),
    ...of('column')
      .filter(({ name }) => !differences.some((found) => found.kind === 'table' && found.name === split(name).table))
      .flatMap(({ name }) => {
        const { table, own } = split(name)
        const says = `alter table ${table} drop column ${own}; what becomes of its values?`
        return gap(byHand, says, ofTable(table, `drop column ${own}`))
      }),
  ]
}

/** A statement that changes a table that is there. */
const ofTable = (table: string, change: string) =>
  new RegExp(`alter table ${table.replace('.', '\\.')}\\s[^;]*\\b${change}\\b`, 'i')

/** A change of a table that is there, in the place where tables are made. */
const alteration = (table: string, code: string): SchemaStatement => ({
  file: '',
  line: 0,
  text: code,
  code,
  object: { kind: 'table', name: `${table} ${code}` },
})

/** Text of each column and constraint of a `create table`, without the comments around it, in order. */
async function tableParts(code: string): Promise<string[]> {
  const bytes = Buffer.from(code)
  const { tokens } = await scan(code)
  const parts: string[] = []
  let depth = 0
  let start: number | undefined
  let end = 0
  const finish = () => {
    if (start !== undefined) parts.push(bytes.subarray(start, end).toString())
    start = undefined
  }
  for (const token of tokens) {
    if (token.tokenName === 'SQL_COMMENT' || token.tokenName === 'C_COMMENT') continue
    if (token.text === ')' && --depth === 0) {
      finish()
      return parts
    }
    if (token.text === ',' && depth === 1) finish()
    else if (depth >= 1) {
      start ??= token.start
      end = token.end
    }
    if (token.text === '(') depth++
  }
  return parts
}

/** The text of a column, `name type …`. */
const columnPart = (parts: readonly string[], column: string): string | undefined =>
  parts.find((part) => part.split(/\s/, 1)[0]?.replaceAll('"', '') === column)

/** Differing columns, as the tables are to have them. */
function inTheirOrder(differences: readonly Difference[]): Difference[] {
  const order = (name: string) =>
    differences.find(({ kind, name: table }) => kind === 'order' && table === split(name).table)?.should?.split(', ') ??
    []
  return differences
    .filter(({ kind }) => kind === 'column')
    .sort((a, b) => order(a.name).indexOf(split(a.name).own) - order(b.name).indexOf(split(b.name).own))
}

async function alterations(
  differences: readonly Difference[],
  statements: readonly SchemaStatement[],
  isNewTable: (table: string) => boolean,
  byHand: string,
): Promise<SchemaStatement[]> {
  const codeOf = (table: string) =>
    statements.find(({ object }) => object.kind === 'table' && object.name === table)?.code ?? ''
  const made: SchemaStatement[] = []
  for (const { name, is, should } of inTheirOrder(differences)) {
    const { table, own } = split(name)
    if (should === undefined || isNewTable(table)) continue
    const part = columnPart(await tableParts(codeOf(table)), own)
    const open: string[] = []
    if (is === undefined && part) {
      const needsValue = /\bnot null\b/i.test(part) && !/\b(?:default|generated)\b/i.test(part)
      const added = needsValue ? part.replace(/\s+not null\b/i, '') : part
      made.push(alteration(table, `alter table ${table} add column ${added}`))
      const says = `alter table ${table} alter column ${own} set not null; what do the rows that are there get?`
      if (needsValue) open.push(...gap(byHand, says, ofTable(table, `${own} set not null`)))
    } else
      open.push(
        ...gap(byHand, `${table}.${own} was "${is}" and is to be "${should}"`, ofTable(table, `alter column ${own}`)),
      )
    made.push(...open.map((line) => alteration(table, line)))
  }
  for (const { name, is, should } of differences.filter(({ kind }) => kind === 'constraint')) {
    const { table, own } = split(name)
    if (should === undefined || isNewTable(table)) continue
    // What an added column says of itself comes with it.
    const comes = made.some(
      ({ code }) => code.includes(`alter table ${table} add column`) && namesConstraint(code, table, own),
    )
    const code = `alter table ${table} add constraint ${quoted(own)} ${should}`
    if (comes) continue
    // A changed one may be wider; a new one is asked of rows that nobody has looked at.
    if (is !== undefined || / NOT VALID$/.test(should)) made.push(alteration(table, code))
    else
      for (const line of gap(
        byHand,
        `${code}; do the rows that are there keep to it?`,
        ofTable(table, `add constraint ${own}`),
      ))
        made.push(alteration(table, line))
  }
  return made
}

function namesConstraint(code: string, table: string, constraint: string): boolean {
  if (code.includes(`constraint ${constraint} `)) return true
  const column = / add column "?(\w+)/.exec(code)?.[1] ?? ''
  return new RegExp(`^${table.split('.')[1]}_${column}_(check|fkey|key|pkey)\\d*$`).test(constraint)
}

/** Statements of the schemas that are to run: what is new or differs, and what hangs on what is made anew. */
function wanted(differences: readonly Difference[], statements: readonly SchemaStatement[]): SchemaStatement[] {
  const keys = new Set(
    differences.filter(({ should }) => should !== undefined).map(({ kind, name }) => `${kind} ${name}`),
  )
  const anew = new Set(
    differences
      .filter((found) => found.should !== undefined && (found.is === undefined || isReshaped(found)))
      .map(({ kind, name }) => `${kind} ${name}`),
  )
  return statements.filter(({ object }) => {
    const { kind, name, on = '' } = object
    if (kind === 'grant') return keys.has(`acl ${on}`) || anew.has(on)
    if (kind === 'comment') return keys.has(`comment ${on}`) || anew.has(on)
    if (kind === 'publication')
      return differences.some((found) => found.kind === 'publication' && found.is === undefined)
    if (kind === 'table') return anew.has(`table ${name}`)
    // Those of a table that is there may have been changed by the operator: what becomes of them is written by hand.
    if (kind === 'rows') return anew.has(on)
    if (kind === 'default acl' || kind === 'extension') return false
    return keys.has(`${kind} ${name}`)
  })
}

/** `create or replace` where the object is there. */
function asChange({ code, text, object }: SchemaStatement, differences: readonly Difference[]): string {
  const found = differences.find(({ kind, name }) => kind === object.kind && name === object.name)
  const replaces =
    (object.kind === 'function' || object.kind === 'view') && found?.is !== undefined && !isReshaped(found)
  return replaces ? text.replace(code, () => code.replace(/^create /i, 'create or replace ')) : text
}

/** A unique index of a table that is there, whose rows may have a value twice. */
function asUniqueIndex({ code, object }: SchemaStatement, isNewTable: (table: string) => boolean, byHand: string) {
  const [, table = ''] = /^create unique index .*? on (?:only )?(\w+\.\w+)/is.exec(code) ?? []
  if (object.kind !== 'index' || table === '' || isNewTable(table)) return undefined
  const own = object.name.split('.')[1] ?? ''
  return gap(
    byHand,
    `${code}; do the rows that are there differ in it?`,
    new RegExp(`create unique index ${own}\\b`, 'i'),
  )
}

/** Rights are given anew as a whole: those that are too many are taken first. */
function revocations(differences: readonly Difference[], isNew: (on: string) => boolean): string[] {
  return differences
    .filter(({ kind, name, is, should }) => kind === 'acl' && is !== undefined && should !== undefined && !isNew(name))
    .map(({ name }) => `revoke all on ${name.replace(/^table /, '')} from public, anon, authenticated, service_role;`)
}

/**
 * The text of a migration. Changed functions, views, triggers, policies, grants and comments are copied from the schemas, new
 * columns, tables and indexes written; what needs a hand (a change of type, rows that exist) stands as a gap, unless `byHand`, what
 * a person has added to this migration, has it.
 */
export async function migrationText(
  differences: readonly Difference[],
  statements: readonly SchemaStatement[],
  byHand = '',
): Promise<string> {
  const isNewTable = (table: string) =>
    differences.some(({ kind, name, is }) => kind === 'table' && name === table && is === undefined)
  const isNew = (on: string) =>
    isNewTable(on.replace(/^table /, '')) ||
    differences.some((found) => `${found.kind} ${found.name}` === on && (found.is === undefined || isReshaped(found)))
  const all = [...wanted(differences, statements), ...(await alterations(differences, statements, isNewTable, byHand))]
  const ordered = inOrder(all, statements)
  const firstRight = ordered.findIndex(({ object }) => object.kind === 'grant' || object.kind === 'comment')
  const at = firstRight < 0 ? ordered.length : firstRight
  const lines = (some: readonly SchemaStatement[]) =>
    some.flatMap((statement) =>
      (asUniqueIndex(statement, isNewTable, byHand) ?? [asChange(statement, differences)]).map(withSemicolon),
    )
  const parts = [
    ...drops(differences, byHand),
    ...lines(ordered.slice(0, at)),
    ...revocations(differences, isNew),
    ...lines(ordered.slice(at)),
  ]
  return `-- From the schemas (npm run db:migration).\n\nset check_function_bodies = off;\n\n${parts.join('\n\n')}\n\nreset check_function_bodies;\n`
}

const withSemicolon = (text: string) => (text.startsWith(GAP) || text.endsWith(';') ? text : `${text};`)
