import { escapeIdentifier } from 'pg'
import type { Session } from '../database/engine.ts'
import type { Caller } from './caller.ts'
import type { Key } from './change-queue.ts'
import { type PublishedTable, type Role, readableColumns } from './publication.ts'
import type { Binding, Subscriber, Subscription } from './subscriptions.ts'
import { type Change, seeFunction } from './triggers.ts'

/** A row as it is now: what filters test, and what each role is sent of it (JSON text). */
type ReadRow = { values: ReadonlyMap<string, string | null>; records: ReadonlyMap<Role, string> }

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
async function readRows(
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

const rowName = (table: PublishedTable, key: Key) => `${table.sql} ${JSON.stringify(key)}`

const keyObject = ({ key: columns }: PublishedTable, key: Key) =>
  JSON.stringify(Object.fromEntries(columns.map(({ name }, at) => [name, key[at]])))

/** `columns`, `record` and the rest as supabase/realtime sends them (PostgresCdcRls.MessageDispatcher, `data`). */
function dataText(table: PublishedTable, change: Change, caller: Caller, record?: string): string {
  const columns = readableColumns(table, caller.role).map(({ name, type }) => ({ name, type }))
  const head = JSON.stringify({
    schema: table.schema,
    table: table.name,
    commit_timestamp: change.at,
    type: change.operation,
    columns,
    errors: null,
  })
  const parts = [head.slice(0, -1)]
  if (record !== undefined) parts.push(`"record":${record}`)
  // Of the row before, the primary key is all that is known, as with Supabase's default replica identity under RLS.
  if (change.operation !== 'INSERT') parts.push(`"old_record":${keyObject(table, change.key)}`)
  return `${parts.join(',')}}`
}

const wants = (binding: Binding, { operation }: Change) => binding.event === '*' || binding.event === operation

const passes = ({ filters }: Binding, row: ReadRow) =>
  filters.every(({ column, test }) => test(row.values.get(column) ?? null))

/** Subscriptions by channel: of two bindings of one channel that fit, one message tells, naming both. */
function byChannel(subscriptions: Iterable<Subscription>): Map<Subscriber, Binding[]> {
  const channels = new Map<Subscriber, Binding[]>()
  for (const { subscriber, binding } of subscriptions) {
    const known = channels.get(subscriber)
    if (known) known.push(binding)
    else channels.set(subscriber, [binding])
  }
  return channels
}

/** Tells one channel of a row it may see. */
function tell(
  subscriber: Subscriber,
  bindings: readonly Binding[],
  table: PublishedTable,
  change: Change,
  data: string,
): void {
  subscriber.delivered.add(rowName(table, change.key))
  subscriber.change(
    bindings.map(({ id }) => id),
    data,
  )
}

/**
 * Whether a deletion may be reported: no policy can be checked for a deleted row, and Supabase reports it to everybody. Here
 * it is sent only if the row was sent on this channel, if a filter on the primary key names it, or if the role may read
 * every row of the table.
 */
function hearsDeletion(
  subscriber: Subscriber,
  binding: Binding,
  table: PublishedTable,
  change: Change,
  wasShown: boolean,
): boolean {
  const onKey = binding.filters.flatMap((filter) => {
    const at = table.key.findIndex(({ name }) => name === filter.column)
    return at < 0 ? [] : [{ ...filter, value: change.key[at] ?? null }]
  })
  if (!onKey.every(({ test, value }) => test(value))) return false
  // Filters on other columns cannot be tested any more; when the row was shown, it fitted then.
  if (wasShown) return true
  if (onKey.length < binding.filters.length) return false
  const isNamed = onKey.some(({ operator, negated }) => !negated && (operator === 'eq' || operator === 'in'))
  return isNamed || table.open.includes(subscriber.caller.role)
}

const wasShown = (subscriber: Subscriber, table: PublishedTable, change: Change) =>
  subscriber.delivered.take(rowName(table, change.key))

/** Somebody whom a row concerns, as far as filters tell. */
type Candidate = { subscriber: Subscriber; row: number; change: Change; bindings: Binding[] }

function candidatesOf(
  channels: Map<Subscriber, Binding[]>,
  changes: readonly { change: Change; row: number }[],
  rows: Map<number, ReadRow>,
): Candidate[] {
  const found: Candidate[] = []
  for (const { change, row } of changes) {
    const read = rows.get(row)
    if (!read) continue // deleted meanwhile; its deletion is reported separately
    for (const [subscriber, bindings] of channels) {
      const fitting = bindings.filter((binding) => wants(binding, change) && passes(binding, read))
      if (fitting.length > 0) found.push({ subscriber, row, change, bindings: fitting })
    }
  }
  return found
}

/** One question per caller, however many channels and changes it has. */
function questionsOf(candidates: readonly Candidate[]): Map<Role, Question[]> {
  const wanted = new Map<string, Question & { rows: Set<number> }>()
  for (const { subscriber, row } of candidates) {
    const { caller } = subscriber
    const question = wanted.get(caller.claims) ?? { caller, wanted: [], rows: new Set() }
    question.rows.add(row)
    wanted.set(caller.claims, question)
  }
  const byRole = new Map<Role, Question[]>()
  for (const { caller, rows } of wanted.values()) {
    const questions = byRole.get(caller.role) ?? []
    questions.push({ caller, wanted: [...rows] })
    byRole.set(caller.role, questions)
  }
  return byRole
}

/** Callers asked about in one statement: on the embedded database pages wait meanwhile. */
const ASKED_AT_ONCE = 100

async function seenBy(
  session: Session,
  table: PublishedTable,
  keys: readonly Key[],
  candidates: readonly Candidate[],
): Promise<Map<string, Set<number>>> {
  const seen = new Map<string, Set<number>>()
  for (const [role, questions] of questionsOf(candidates))
    for (let at = 0; at < questions.length; at += ASKED_AT_ONCE) {
      const some = questions.slice(at, at + ASKED_AT_ONCE)
      const answers = await visibleRows(session, table, keys, role, some)
      for (const [index, { caller }] of some.entries()) seen.set(caller.claims, answers[index] ?? new Set())
    }
  return seen
}

function tellAll(
  table: PublishedTable,
  candidates: readonly Candidate[],
  rows: Map<number, ReadRow>,
  seen: Map<string, Set<number>>,
): void {
  const texts = new Map<string, string>()
  for (const { subscriber, row, change, bindings } of candidates) {
    const { caller } = subscriber
    const record = rows.get(row)?.records.get(caller.role)
    if (record === undefined || !seen.get(caller.claims)?.has(row)) continue
    const id = `${caller.role} ${change.operation} ${row}`
    const data = texts.get(id) ?? dataText(table, change, caller, record)
    texts.set(id, data)
    tell(subscriber, bindings, table, change, data)
  }
}

function tellDeletions(table: PublishedTable, channels: Map<Subscriber, Binding[]>, changes: readonly Change[]): void {
  for (const change of changes)
    for (const [subscriber, bindings] of channels) {
      if (readableColumns(table, subscriber.caller.role).length === 0) continue
      const shown = wasShown(subscriber, table, change)
      const hearing = bindings.filter(
        (binding) => wants(binding, change) && hearsDeletion(subscriber, binding, table, change, shown),
      )
      if (hearing.length === 0) continue
      subscriber.change(
        hearing.map(({ id }) => id),
        dataText(table, change, subscriber.caller),
      )
    }
}

/**
 * Finds the receivers of these changes of one table: the rows are read once, filters are tested on them, and row-level
 * security is checked for the rest as each caller. `session` is inside a transaction as the tables' owner, with one
 * snapshot, so that the tested rows are the sent ones. Returns a function that sends them, without a query or waiting.
 */
export async function newsOfTable(
  session: Session,
  owner: string,
  table: PublishedTable,
  subscriptions: ReadonlySet<Subscription>,
  changes: readonly Change[],
): Promise<() => void> {
  const channels = byChannel(subscriptions)
  const deletions = changes.filter(({ operation }) => operation === 'DELETE')
  const living = changes.filter(({ operation }) => operation !== 'DELETE')
  const asked = [...subscriptions].filter(({ binding }) => living.some((change) => wants(binding, change)))
  let reportLiving = () => {}
  if (asked.length > 0) {
    const roles = [...new Set(asked.map(({ subscriber }) => subscriber.caller.role))].filter(
      (role) => readableColumns(table, role).length > 0,
    )
    const filtered = [...new Set(asked.flatMap(({ binding }) => binding.filters.map(({ column }) => column)))]
    const names = [...new Map(living.map(({ key }) => [JSON.stringify(key), key])).entries()]
    const keys = names.map(([, key]) => key)
    const place = new Map(names.map(([name], at) => [name, at]))
    await session.exec(`set local role ${owner}`)
    const rows = await readRows(session, table, keys, filtered, roles)
    const numbered = living.map((change) => ({ change, row: place.get(JSON.stringify(change.key)) ?? -1 }))
    const candidates = candidatesOf(channels, numbered, rows).filter(({ subscriber }) =>
      roles.includes(subscriber.caller.role),
    )
    const seen = await seenBy(session, table, keys, candidates)
    reportLiving = () => tellAll(table, candidates, rows, seen)
  }
  return () => {
    reportLiving()
    tellDeletions(table, channels, deletions)
  }
}
