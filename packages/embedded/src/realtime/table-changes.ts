import type { Session } from '../database/engine.ts'
import type { Caller } from './caller.ts'
import type { Key } from './change-queue.ts'
import { News } from './frames.ts'
import { rereadWithin } from './limits.ts'
import type { Binding, Listeners, Subscriber, Subscription } from './listeners.ts'
import { type PublishedTable, ROLES, type Role, readableColumns } from './publication.ts'
import { type ReadRow, readRows, whoSees } from './row-reads.ts'
import type { Change } from './triggers.ts'

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

/** Bindings by channel: of two of one channel that fit, one message tells, naming both. */
function join(channels: Map<Subscriber, Binding[]>, { subscriber, binding }: Subscription): void {
  const known = channels.get(subscriber)
  if (known) known.push(binding)
  else channels.set(subscriber, [binding])
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

/** Somebody whom a row concerns, as far as filters tell. */
type Candidate = { subscriber: Subscriber; row: number; change: Change; bindings: Binding[] }

function candidatesOf(
  listeners: Listeners,
  changes: readonly { change: Change; row: number }[],
  rows: Map<number, ReadRow>,
): Candidate[] {
  const found: Candidate[] = []
  for (const { change, row } of changes) {
    const read = rows.get(row)
    if (!read) continue // deleted meanwhile; its deletion is reported separately
    const channels = new Map<Subscriber, Binding[]>()
    for (const subscription of listeners.near(read.values))
      if (wants(subscription.binding, change) && passes(subscription.binding, read)) join(channels, subscription)
    for (const [subscriber, bindings] of channels)
      if (read.records.has(subscriber.caller.role)) found.push({ subscriber, row, change, bindings })
  }
  return found
}

/** What is told of a change to each role that gets it, written when the first one does. */
function newsOf(table: PublishedTable, change: Change) {
  const byRole = new Map<Role, News>()
  return (caller: Caller, record?: string): News => {
    const known = byRole.get(caller.role)
    if (known) return known
    const news = new News('postgres_changes', `"data":${dataText(table, change, caller, record)}`)
    byRole.set(caller.role, news)
    return news
  }
}

const idsOf = (bindings: readonly Binding[]) => bindings.map(({ id }) => id)

function tellAll(
  table: PublishedTable,
  candidates: readonly Candidate[],
  rows: Map<number, ReadRow>,
  sees: (caller: Caller, row: number) => boolean,
  crowd: number,
): void {
  const instead = changedNews(candidates, crowd)
  const told = new Map<Change, { name: string; news: ReturnType<typeof newsOf> }>()
  for (const { subscriber, row, change, bindings } of candidates) {
    const { caller, delivered } = subscriber
    const record = rows.get(row)?.records.get(caller.role)
    if (record === undefined || !sees(caller, row)) continue
    const known = told.get(change) ?? { name: rowName(table, change.key), news: newsOf(table, change) }
    told.set(change, known)
    delivered.add(known.name)
    subscriber.change(idsOf(bindings), known.news(caller, record), instead.get(change))
  }
}

/** For changes that a crowd is told of: what those get who agreed to read again. `within`: in how many ms, so that not all do at once. */
function changedNews(candidates: readonly Candidate[], crowd: number): Map<Change, News> {
  const readers = new Map<Change, number>()
  for (const { change } of candidates) readers.set(change, (readers.get(change) ?? 0) + 1)
  const largest = Math.max(0, ...readers.values())
  if (largest < crowd) return new Map()
  const facts = { extension: 'postgres_changes', status: 'ok', message: 'Changed', within: rereadWithin(largest) }
  const news = new News('system', JSON.stringify(facts).slice(1, -1))
  return new Map([...readers].flatMap(([change, count]) => (count < crowd ? [] : [[change, news]])))
}

function tellDeletions(table: PublishedTable, channels: Map<Subscriber, Binding[]>, changes: readonly Change[]): void {
  for (const change of changes) {
    const row = rowName(table, change.key)
    const news = newsOf(table, change)
    for (const [subscriber, bindings] of channels) {
      const { caller, delivered } = subscriber
      if (readableColumns(table, caller.role).length === 0) continue
      const shown = delivered.take(row)
      const hearing = bindings.filter(
        (binding) => wants(binding, change) && hearsDeletion(subscriber, binding, table, change, shown),
      )
      if (hearing.length === 0) continue
      subscriber.change(idsOf(hearing), news(caller))
    }
  }
}

/**
 * Finds the receivers of these changes of one table: the rows are read once, filters are tested on them, and row-level
 * security decides about the rest (`whoSees`). `session` is inside a transaction as the tables' owner, with one
 * snapshot, so that the tested rows are the sent ones. Returns a function that sends them, without a query or waiting.
 */
export async function newsOfTable(
  session: Session,
  { owner, crowd }: { owner: string; crowd: number },
  table: PublishedTable,
  listeners: Listeners,
  changes: readonly Change[],
): Promise<() => void> {
  const deletions = changes.filter(({ operation }) => operation === 'DELETE')
  const living = changes.filter(({ operation }) => operation !== 'DELETE')
  // Who joins meanwhile is told what follows.
  const channels = new Map<Subscriber, Binding[]>()
  if (deletions.length > 0) for (const subscription of listeners.all) join(channels, subscription)
  let reportLiving = () => {}
  if (living.some(({ operation }) => listeners.want(operation))) {
    const roles = ROLES.filter((role) => readableColumns(table, role).length > 0)
    const names = [...new Map(living.map(({ key }) => [JSON.stringify(key), key])).entries()]
    const keys = names.map(([, key]) => key)
    const place = new Map(names.map(([name], at) => [name, at]))
    await session.exec(`set local role ${owner}`)
    const rows = await readRows(session, table, keys, listeners.columns, roles)
    const numbered = living.map((change) => ({ change, row: place.get(JSON.stringify(change.key)) ?? -1 }))
    const candidates = candidatesOf(listeners, numbered, rows)
    const wishes = candidates.map(({ subscriber, row }) => ({ caller: subscriber.caller, row }))
    const sees = await whoSees(session, table, keys, wishes)
    reportLiving = () => tellAll(table, candidates, rows, sees, crowd)
  }
  return () => {
    reportLiving()
    tellDeletions(table, channels, deletions)
  }
}
