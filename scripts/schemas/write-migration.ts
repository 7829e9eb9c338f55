/** Writes the migration that makes of one database the other, from the texts of `supabase/schemas`. */
import { alterations, GAP, gap, isForeign, ofTable, quoted, split } from './alterations.ts'
import type { Difference } from './catalogue.ts'
import { inOrder, type SchemaStatement } from './schema-files.ts'

/** Arguments and answer as pg_get_functiondef() writes them: `create or replace` can change neither. */
const shape = (definition: string | undefined) =>
  /^CREATE OR REPLACE FUNCTION (.*?)\n LANGUAGE/s.exec(definition ?? '')?.[1]

/** Whether something is there whose columns, arguments or answer are to be others: it goes, and is made anew. */
const reshapedIn = (differences: readonly Difference[]) => {
  // A view takes more columns behind its own, and no other change of them.
  const views = new Set(
    differences
      .filter(({ kind, is, should }) => kind === 'order' && is !== undefined && !`${should}, `.startsWith(`${is}, `))
      .map(({ name }) => name),
  )
  return ({ kind, name, is, should }: Difference) =>
    is !== undefined &&
    should !== undefined &&
    ((kind === 'function' && shape(is) !== shape(should)) || (kind === 'view' && views.has(name)))
}

/** What goes, or is made anew because nothing can change it. */
function drops(differences: readonly Difference[], byHand: string): string[] {
  const of = (kind: string, makesAnew: (difference: Difference) => boolean = () => false) =>
    differences.filter(
      (found) => found.kind === kind && found.is !== undefined && (found.should === undefined || makesAnew(found)),
    )
  const always = () => true
  const isReshaped = reshapedIn(differences)
  const isOfView = ({ kind, name }: Difference) =>
    kind === 'order' && differences.some((found) => found.kind === 'view' && found.name === name)
  const isGoing = (table: string) =>
    differences.some(({ kind, name, should }) => kind === 'table' && name === table && should === undefined)
  return [
    ...of('trigger', always).map(({ name }) => `drop trigger ${quoted(split(name).own)} on ${split(name).table};`),
    ...of('policy', always).map(({ name }) => `drop policy ${quoted(split(name).own)} on ${split(name).table};`),
    ...of('constraint', always)
      .sort((a, b) => Number(isForeign(b)) - Number(isForeign(a)))
      .filter(({ name }) => !isGoing(split(name).table))
      .map(({ name }) => `alter table ${split(name).table} drop constraint ${quoted(split(name).own)};`),
    ...of('index', always).map(({ name }) => `drop index ${name};`),
    ...of('view', isReshaped).map(({ name }) => `drop view ${name};`),
    ...of('function', isReshaped).map(({ name }) => `drop function ${name};`),
    ...of('publication').map(({ name }) => `alter publication ${name.split(' ')[0]} drop table ${name.split(' ')[1]};`),
    ...of('table').flatMap(({ name }) =>
      gap(byHand, `the table ${name} goes; what becomes of its rows?`, new RegExp(`drop table ${name}\\b`, 'i')),
    ),
    ...of('column')
      .filter(({ name }) => !isGoing(split(name).table))
      .flatMap(({ name }) => {
        const { table, own } = split(name)
        const says = `alter table ${table} drop column ${own}; what becomes of its values?`
        return gap(byHand, says, ofTable(table, `drop column ${own}`))
      }),
    ...differences
      .filter((found) => isUnwritten(found) && !isOfView(found))
      .flatMap(({ kind, name, is, should }) =>
        gap(byHand, `${kind} ${name} was "${is ?? ''}" and is to be "${should ?? ''}"`, naming(kind, name)),
      ),
  ]
}

/** What no statement is written for: it is there in another way, and nothing of the schemas says how it gets there. */
function isUnwritten({ kind, name, is, should }: Difference): boolean {
  if (/^(?:default acl|extension|routine|rule|object)$/.test(kind)) return true
  if (/^(?:type|schema)$/.test(kind)) return is !== undefined
  if (kind === 'publication' && !name.includes(' ')) return true
  if (is === undefined || should === undefined) return false
  if (kind === 'order') return is !== '' && !`${should}, `.startsWith(`${is}, `) && !isOrderKept(is, should)
  return /^(?:table|sequence|publication)$/.test(kind)
}

/** Whether the columns that stay come first and in their order: only there can new ones be added. */
function isOrderKept(is: string, should: string): boolean {
  const [before, after] = [is.split(', '), should.split(', ')]
  const kept = before.filter((column) => after.includes(column))
  return after.slice(0, kept.length).join() === kept.join()
}

/** How a text by hand names it. */
const naming = (kind: string, name: string) =>
  kind === 'default acl'
    ? /alter default privileges/i
    : new RegExp(`\\b${name.split(' ').at(-1)?.replace(/\W/g, '\\$&')}`)

/** Statements of the schemas that are to run: what is new or differs, and what hangs on what is made anew. */
function wanted(differences: readonly Difference[], statements: readonly SchemaStatement[]): SchemaStatement[] {
  const keys = new Set(
    differences.filter(({ should }) => should !== undefined).map(({ kind, name }) => `${kind} ${name}`),
  )
  const isReshaped = reshapedIn(differences)
  const anew = new Set(
    differences
      .filter((found) => found.should !== undefined && (found.is === undefined || isReshaped(found)))
      // Rights on a view are given as those on a table.
      .flatMap(({ kind, name }) => (kind === 'view' ? [`view ${name}`, `table ${name}`] : [`${kind} ${name}`])),
  )
  return statements.filter(({ object }) => {
    const { kind, name, on = '' } = object
    if (kind === 'grant') return keys.has(`acl ${on}`) || anew.has(on)
    if (kind === 'comment') return keys.has(`comment ${on}`) || anew.has(on)
    if (kind === 'publication')
      return differences.some((found) => found.kind === 'publication' && found.is === undefined)
    if (kind === 'table' || kind === 'type') return anew.has(`${kind} ${name}`)
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
    (object.kind === 'function' || object.kind === 'view') && found?.is !== undefined && !reshapedIn(differences)(found)
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

/** What the schemas do not say any more of something that stays: a comment, and that rows are asked for one by one. */
function silences(differences: readonly Difference[]): string[] {
  const gone = new Set(
    differences.filter(({ should }) => should === undefined).map(({ kind, name }) => `${kind} ${name}`),
  )
  const stays = (on: string) => !gone.has(on) && !gone.has(`table ${split(on.replace(/^\w+ /, '')).table}`)
  return differences.flatMap(({ kind, name, is, should }) => {
    if (kind === 'row security' && is?.startsWith('t') && should?.startsWith('f'))
      return [`alter table ${name} disable row level security;`]
    if (kind !== 'comment' || should !== undefined || !stays(name)) return []
    const [, of = '', on = ''] = /^(\w+) (.*)$/s.exec(name) ?? []
    const isPart = /^(?:trigger|policy|constraint)$/.test(of)
    return [`comment on ${of} ${isPart ? `${quoted(split(on).own)} on ${split(on).table}` : on} is null;`]
  })
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
    differences.some(
      (found) => `${found.kind} ${found.name}` === on && (found.is === undefined || reshapedIn(differences)(found)),
    )
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
    ...silences(differences),
    ...revocations(differences, isNew),
    ...lines(ordered.slice(at)),
  ]
  return `-- From the schemas (npm run db:migration).\n\nset check_function_bodies = off;\n\n${parts.join('\n\n')}\n\nreset check_function_bodies;\n`
}

const withSemicolon = (text: string) => (text.startsWith(GAP) || text.endsWith(';') ? text : `${text};`)
