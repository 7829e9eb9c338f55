import type { Caller } from './caller.ts'
import type { Change, Key } from './changes.ts'
import { type PublishedTable, readableColumns } from './publication.ts'
import type { ReadRow } from './row-reader.ts'
import type { Binding, Subscriber, Subscription } from './subscriptions.ts'

const rowName = (table: PublishedTable, key: Key) => `${table.sql} ${JSON.stringify(key)}`

const keyObject = ({ key: columns }: PublishedTable, key: Key) =>
  JSON.stringify(Object.fromEntries(columns.map(({ name }, at) => [name, key[at]])))

/** `columns`, `record` and the rest as supabase/realtime sends them (PostgresCdcRls.MessageDispatcher, `data`). */
export function dataText(table: PublishedTable, change: Change, caller: Caller, record?: string): string {
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

export const wants = (binding: Binding, { operation }: Change) => binding.event === '*' || binding.event === operation

export const passes = ({ filter }: Binding, row: ReadRow) =>
  !filter || filter.test(row.values.get(filter.column) ?? null)

/** Subscriptions by channel: of two bindings of one channel that fit, one message tells, naming both. */
export function byChannel(subscriptions: Iterable<Subscription>): Map<Subscriber, Binding[]> {
  const channels = new Map<Subscriber, Binding[]>()
  for (const { subscriber, binding } of subscriptions) {
    const known = channels.get(subscriber)
    if (known) known.push(binding)
    else channels.set(subscriber, [binding])
  }
  return channels
}

/** Tells one channel of a row it may see. */
export function tell(
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
 * Whether a deletion may be told of: no policy can be asked about a row that is gone, and Supabase tells everybody. Here
 * only those hear of it to whom the row was shown on this channel, who named it by a filter on the primary key, or whose
 * role may read every row of the table.
 */
export function hearsDeletion(
  subscriber: Subscriber,
  binding: Binding,
  table: PublishedTable,
  change: Change,
  wasShown: boolean,
): boolean {
  const { filter } = binding
  const at = filter ? table.key.findIndex(({ name }) => name === filter.column) : -1
  if (filter && at >= 0) {
    const isNamed = filter.operator === 'eq' || filter.operator === 'in'
    return filter.test(change.key[at] ?? null) && (isNamed || wasShown || table.open.includes(subscriber.caller.role))
  }
  // A filter on another column cannot be tested any more; when the row was shown, it fitted then.
  return wasShown || (!filter && table.open.includes(subscriber.caller.role))
}

export const wasShown = (subscriber: Subscriber, table: PublishedTable, change: Change) =>
  subscriber.delivered.take(rowName(table, change.key))
