import { escapeIdentifier } from 'pg'
import type { Session } from '../database/engine.ts'
import type { Caller } from './caller.ts'
import type { Key } from './changes.ts'
import { type PublishedTable, type Role, readableColumns } from './publication.ts'
import { seeFunction } from './trigger-sql.ts'

/** A row as it is now: what filters test, and what each role is sent of it (JSON text). */
export type ReadRow = { values: ReadonlyMap<string, string | null>; records: ReadonlyMap<Role, string> }

const keyArrays = (table: PublishedTable, keys: readonly Key[]) =>
  table.key.map((_, at) => keys.map((key) => key[at] ?? ''))

const recordSql = (table: PublishedTable, role: Role) => {
  const names = readableColumns(table, role).map(({ name }) => `t.${escapeIdentifier(name)}`)
  return `(select row_to_json(r)::text from (select ${names.join(', ')}) r)`
}

/**
 * The rows of these keys, past row-level security (the session's role owns the table): one read serves all who may see
 * them. Gives them by the number of their key; what is gone is missing.
 */
export async function readRows(
  session: Session,
  table: PublishedTable,
  keys: readonly Key[],
  filtered: readonly string[],
  roles: readonly Role[],
): Promise<Map<number, ReadRow>> {
  const columns = [
    ...filtered.map((name, at) => `to_jsonb(t.${escapeIdentifier(name)}) #>> '{}' as f${at}`),
    ...roles.map((role) => `${recordSql(table, role)} as ${role}`),
  ]
  const joined = table.key.map(({ name, sqlType }, at) => `t.${escapeIdentifier(name)} = k.k${at}::${sqlType}`)
  const arrays = table.key.map((_, at) => `$${at + 1}::text[]`).join(', ')
  const names = table.key.map((_, at) => `k${at}`).join(', ')
  const { rows } = await session.query(
    `select ${['k.n::int as n', ...columns].join(', ')} from unnest(${arrays}) with ordinality k(${names}, n) join ${table.sql} t on ${joined.join(' and ')}`,
    keyArrays(table, keys),
  )
  return new Map(
    rows.map((row) => [
      Number(row.n) - 1,
      {
        values: new Map(filtered.map((name, at) => [name, row[`f${at}`] as string | null])),
        records: new Map(roles.map((role) => [role, String(row[role])])),
      },
    ]),
  )
}

/** Whom to ask, and the numbers of the rows to ask for. */
export type Question = { caller: Caller; wanted: readonly number[] }

/** Which of the rows each caller may see. All callers have one role, which the transaction takes on here. */
export async function visibleRows(
  session: Session,
  table: PublishedTable,
  keys: readonly Key[],
  role: Role,
  questions: readonly Question[],
): Promise<Set<number>[]> {
  await session.exec(`set local role ${role}`)
  const arrays = table.key.map((_, at) => `$${at + 4}`).join(', ')
  const { rows } = await session.query(`select who, seen from ${seeFunction(table)}($1, $2, $3, ${arrays})`, [
    questions.map(({ caller }) => caller.claims),
    questions.map(({ caller }) => caller.sub),
    questions.map(({ wanted }) => `{${wanted.map((at) => at + 1).join(',')}}`),
    ...keyArrays(table, keys),
  ])
  const seen = new Map(rows.map(({ who, seen }) => [Number(who), seen as number[] | null]))
  return questions.map((_, at) => new Set((seen.get(at + 1) ?? []).map((row) => row - 1)))
}
