import { escapeIdentifier } from 'pg'
import type { Session } from '../database/engine.ts'
import type { Caller } from './caller.ts'
import type { Key } from './change-queue.ts'
import { type PublishedTable, type Role, readableColumns } from './publication.ts'
import { decideFunction, seeFunction } from './triggers.ts'

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
type Question = { caller: Caller; wanted: readonly number[] }

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

/**
 * Which of the rows row-level security shows to everybody of this role, and which to nobody. A row is missing if that
 * depends on who asks, and each has to be asked (`decideSql`).
 */
export async function decidedRows(
  session: Session,
  table: PublishedTable,
  keys: readonly Key[],
  role: Role,
  wanted: readonly number[],
): Promise<Map<number, boolean>> {
  await session.exec(`set local role ${role}`)
  const arrays = table.key.map((_, at) => `$${at + 1}`).join(', ')
  const { rows } = await session.query(
    `select decided, shown from ${decideFunction(table)}(${arrays})`,
    keyArrays(
      table,
      wanted.map((at) => keys[at] ?? []),
    ),
  )
  return new Map(rows.map(({ decided, shown }) => [wanted[Number(decided) - 1] ?? -1, shown === true]))
}

/** Somebody who wants a row, as far as filters tell. */
type Wish = { caller: Caller; row: number }

/** From how many who want a row on it is decided for all of them; fewer are asked as quickly. */
const DECIDED_FROM = 3

/** The rows that many of one role want. */
function crowded(wishes: readonly Wish[]): Map<Role, number[]> {
  const counts = new Map<Role, Map<number, number>>()
  for (const { caller, row } of wishes) {
    const rows = counts.get(caller.role) ?? new Map<number, number>()
    counts.set(caller.role, rows.set(row, (rows.get(row) ?? 0) + 1))
  }
  const many = (rows: Map<number, number>) => [...rows].flatMap(([row, times]) => (times < DECIDED_FROM ? [] : row))
  return new Map([...counts].map(([role, rows]) => [role, many(rows)]))
}

/** One question per caller, however many channels and changes it has. */
function questionsOf(wishes: readonly Wish[]): Map<Role, Question[]> {
  const wanted = new Map<string, { caller: Caller; rows: Set<number> }>()
  for (const { caller, row } of wishes) {
    const known = wanted.get(caller.claims)
    if (known) known.rows.add(row)
    else wanted.set(caller.claims, { caller, rows: new Set([row]) })
  }
  const byRole = new Map<Role, Question[]>()
  for (const { caller, rows } of wanted.values()) {
    const question = { caller, wanted: [...rows] }
    const known = byRole.get(caller.role)
    if (known) known.push(question)
    else byRole.set(caller.role, [question])
  }
  return byRole
}

/** Callers asked about in one statement: on the embedded database pages wait meanwhile. */
const ASKED_AT_ONCE = 100

/**
 * Who may see which of these rows. What is the same for everybody of a role is decided once, where the table allows it;
 * everybody is asked about the rest.
 */
export async function whoSees(
  session: Session,
  table: PublishedTable,
  keys: readonly Key[],
  wishes: readonly Wish[],
): Promise<(caller: Caller, row: number) => boolean> {
  const decided = new Map<Role, Map<number, boolean>>()
  if (table.decidedOnce)
    for (const [role, rows] of crowded(wishes))
      if (rows.length > 0) decided.set(role, await decidedRows(session, table, keys, role, rows))
  const seen = new Map<string, Set<number>>()
  const open = wishes.filter(({ caller, row }) => !decided.get(caller.role)?.has(row))
  for (const [role, questions] of questionsOf(open))
    for (let at = 0; at < questions.length; at += ASKED_AT_ONCE) {
      const some = questions.slice(at, at + ASKED_AT_ONCE)
      const answers = await visibleRows(session, table, keys, role, some)
      for (const [index, { caller }] of some.entries()) seen.set(caller.claims, answers[index] ?? new Set())
    }
  return ({ role, claims }, row) => decided.get(role)?.get(row) ?? seen.get(claims)?.has(row) ?? false
}
