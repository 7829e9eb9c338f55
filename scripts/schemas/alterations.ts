/** How tables that are there get the columns and constraints that `supabase/schemas` says. */
import { type Node, parse, scan } from 'libpg-query'
import type { Difference } from './catalogue.ts'
import type { SchemaStatement } from './schema-files.ts'

/** What a person has to write; a test refuses a migration that still has one. */
export const GAP = '-- GAP: '

/** A gap that what is written by hand does not fill yet; one that it fills is not written. */
export const gap = (byHand: string, says: string, filledBy: RegExp): string[] =>
  filledBy.test(byHand) ? [] : [`${GAP}${says.replace(/\s+/g, ' ')}`]

export const quoted = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`)
/** `schema.table.name` in table and name, which may have dots. */
export const split = (name: string) => {
  const [, table = '', own = ''] = /^(\w+\.\w+)\.(.*)$/s.exec(name) ?? []
  return { table, own }
}

/** A statement that changes a table that is there. */
export const ofTable = (table: string, change: string) =>
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

/** What a new column says of itself, and its text without what rows that are there could not keep to. */
async function newColumn(part: string): Promise<{ text: string; needsValue: boolean }> {
  const before = 'create table made ('
  const { stmts = [] } = await parse(`${before}${part})`)
  const node = stmts[0]?.stmt
  const [column] = node && 'CreateStmt' in node ? (node.CreateStmt.tableElts ?? []) : []
  const says = column && 'ColumnDef' in column ? (column.ColumnDef.constraints ?? []) : []
  const of = (kind: string) => says.find((one): one is Said => 'Constraint' in one && one.Constraint.contype === kind)
  const hasValue = ['CONSTR_DEFAULT', 'CONSTR_GENERATED', 'CONSTR_IDENTITY'].some(of)
  const notNull = hasValue ? undefined : of('CONSTR_NOTNULL')
  // One value for all of them.
  const unique = of('CONSTR_DEFAULT') && of('CONSTR_UNIQUE')
  const without = (text: string, said: Said | undefined, words: RegExp) => {
    const at = Buffer.from(`${before}${text}`).subarray(0, said?.Constraint.location).toString().length - before.length
    return said ? `${text.slice(0, at)}${text.slice(at).replace(words, '')}`.trim() : text
  }
  const named = String.raw`^(?:constraint\s+\S+\s+)?`
  const text = without(
    without(part, notNull, new RegExp(`${named}not\\s+null\\s*`, 'i')),
    unique,
    new RegExp(`${named}unique(?:\\s+nulls\\s+(?:not\\s+)?distinct)?\\s*`, 'i'),
  )
  return { text, needsValue: notNull !== undefined }
}

type Said = Extract<Node, { Constraint: unknown }>

/** What rows have to keep to: without what becomes of them when their target goes, and when it is looked at. */
const demand = (constraint: string) =>
  constraint.replace(
    / ON (?:DELETE|UPDATE) (?:CASCADE|RESTRICT|SET NULL|SET DEFAULT|NO ACTION)(?: \([^)]*\))?| DEFERRABLE| INITIALLY DEFERRED/g,
    '',
  )

/** Whether each row that kept to a constraint keeps to what it becomes: its list of values got some more, for example. */
function isWider(is: string, should: string): boolean {
  if (demand(is) === demand(should)) return true
  const list = /^CHECK \(\((\w+) = ANY \(ARRAY\[([^\]]*)\]\)\)\)$/
  const [[, before, values = ''] = [], [, after, more = ''] = []] = [list.exec(is) ?? [], list.exec(should) ?? []]
  return (
    before !== undefined && before === after && values.split(', ').every((value) => more.split(', ').includes(value))
  )
}

/** Differing columns, as the tables are to have them. */
function inTheirOrder(differences: readonly Difference[]): Difference[] {
  const order = (name: string) =>
    differences.find(({ kind, name: table }) => kind === 'order' && table === split(name).table)?.should?.split(', ') ??
    []
  return differences
    .filter(({ kind }) => kind === 'column')
    .sort((a, b) => order(a.name).indexOf(split(a.name).own) - order(b.name).indexOf(split(b.name).own))
}

export async function alterations(
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
      const { text, needsValue } = await newColumn(part)
      made.push(alteration(table, `alter table ${table} add column ${text}`))
      const says = `alter table ${table} alter column ${own} set not null; what do the rows that are there get?`
      if (needsValue) open.push(...gap(byHand, says, ofTable(table, `${own} set not null`)))
    } else
      open.push(
        ...gap(byHand, `${table}.${own} was "${is}" and is to be "${should}"`, ofTable(table, `alter column ${own}`)),
      )
    made.push(...open.map((line) => alteration(table, line)))
  }
  const constraints = differences
    .filter(({ kind }) => kind === 'constraint')
    .sort((a, b) => Number(isForeign(a)) - Number(isForeign(b)))
  for (const { name, is, should } of constraints) {
    const { table, own } = split(name)
    if (should === undefined || isNewTable(table)) continue
    // What an added column says of itself comes with it.
    const comes = made.some(
      ({ code }) => code.includes(`alter table ${table} add column`) && namesConstraint(code, table, own),
    )
    const code = `alter table ${table} add constraint ${quoted(own)} ${should}`
    if (comes) continue
    // Anything else is asked of rows that nobody has looked at.
    if ((is !== undefined && isWider(is, should)) || / NOT VALID$/.test(should)) made.push(alteration(table, code))
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

/** Whether it needs the key of another table: it comes behind that one and goes before. */
export const isForeign = ({ is, should }: Difference) => (is ?? should ?? '').startsWith('FOREIGN KEY')

/** By which word a column says what PostgreSQL names so. */
const words: Readonly<Record<string, RegExp>> = {
  check: /\bcheck\b/i,
  fkey: /\breferences\b/i,
  key: /\bunique\b/i,
  pkey: /\bprimary key\b/i,
}

function namesConstraint(code: string, table: string, constraint: string): boolean {
  if (code.includes(`constraint ${constraint} `)) return true
  const column = / add column "?(\w+)/.exec(code)?.[1] ?? ''
  const [, kind = ''] =
    new RegExp(`^${table.split('.')[1]}_${column}_(check|fkey|key|pkey)\\d*$`).exec(constraint) ?? []
  return words[kind]?.test(code) ?? false
}
