import { type Caller, expiredFor, isExpired } from './caller.ts'
import type { Operation } from './change-queue.ts'
import { type Filter, filterTest, parseFilters } from './filter.ts'
import type { BindingRequest } from './frames.ts'
import { type PublishedTable, readableColumns } from './publication.ts'

/** One entry of `config.postgres_changes`, on one table. */
export type Binding = {
  /** As the join's answer named it. */
  id: number
  event: Operation | '*'
  /** All of them must be met. */
  filters: readonly Condition[]
}

export type Condition = Pick<Filter, 'column' | 'operator' | 'negated'> & { test: (value: string | null) => boolean }

/** What a channel is to those who deliver: whom it reads as, and how it is told. */
export type Subscriber = {
  caller: Caller
  /** Rows sent on this channel, so that their deletion may be reported, too. */
  readonly delivered: Delivered
  /** `data` is JSON. */
  change(ids: readonly number[], data: string): void
  /** Something may have been missed: the client joins and looks again. */
  missed(): void
}

export type Subscription = { subscriber: Subscriber; binding: Binding }

/** How many rows a channel remembers; of the oldest no deletion is told. */
const MOST_REMEMBERED = 300

class Delivered {
  readonly #rows = new Set<string>()

  add(row: string): void {
    this.#rows.delete(row)
    this.#rows.add(row)
    for (const oldest of this.#rows) {
      if (this.#rows.size <= MOST_REMEMBERED) return
      this.#rows.delete(oldest)
    }
  }

  /** Whether the row was sent; forgets it, since it is deleted. */
  take(row: string): boolean {
    return this.#rows.delete(row)
  }
}

/** Who listens to which table. */
export class Subscriptions {
  #tables: readonly PublishedTable[]
  readonly #byTable = new Map<string, Set<Subscription>>()

  constructor(tables: readonly PublishedTable[]) {
    this.#tables = tables
  }

  table(schema: string, name: string): PublishedTable | undefined {
    return this.#tables.find((table) => table.schema === schema && table.name === name)
  }

  of(table: PublishedTable): ReadonlySet<Subscription> {
    return this.#byTable.get(table.sql) ?? new Set()
  }

  /** Adds what a channel asks for. Gives back what takes it away, or why the request cannot be met (for a developer). */
  add(
    subscriber: Subscriber,
    requests: readonly (BindingRequest & { id: number })[],
  ): { remove: () => void } | { problem: string } {
    const wanted: { table: PublishedTable; subscription: Subscription }[] = []
    for (const request of requests) {
      const tables = this.#tables.filter(
        ({ schema, name }) =>
          schema === request.schema && (!request.table || request.table === '*' || request.table === name),
      )
      if (tables.length === 0) return { problem: notPublished(request) }
      for (const table of tables) {
        const binding = bindingOf(table, request, subscriber.caller)
        if ('problem' in binding) return binding
        wanted.push({ table, subscription: { subscriber, binding } })
      }
    }
    for (const { table, subscription } of wanted) this.#listeners(table).add(subscription)
    return {
      remove: () => {
        for (const { table, subscription } of wanted) this.#listeners(table).delete(subscription)
      },
    }
  }

  /** Everybody who listens to a table, or to any. */
  subscribers(table?: PublishedTable): Set<Subscriber> {
    const sets = table ? [this.of(table)] : [...this.#byTable.values()]
    return new Set(sets.flatMap((set) => [...set].map(({ subscriber }) => subscriber)))
  }

  #listeners(table: PublishedTable): Set<Subscription> {
    const set = this.#byTable.get(table.sql) ?? new Set()
    this.#byTable.set(table.sql, set)
    return set
  }
}

const notPublished = (request: BindingRequest) =>
  `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: [schema: ${request.schema}, table: ${request.table ?? '*'}, filter: ${request.filter ?? ''}]`

function bindingOf(
  table: PublishedTable,
  { id, event, filter: text, select }: BindingRequest & { id: number },
  { role }: Caller,
): Binding | { problem: string } {
  // A client that asks for some columns must not be sent all; an empty list asks for none in particular.
  const selects = select != null && !(Array.isArray(select) && select.length === 0)
  if (selects) return { problem: 'Unable to subscribe to changes: column selection is not available here' }
  const filters = parseFilters(text ?? '')
  if (!filters) return { problem: `Unable to subscribe to changes: invalid filter ${text} for ${table.name}` }
  const conditions: Condition[] = []
  for (const filter of filters) {
    const column = readableColumns(table, role).find(({ name }) => name === filter.column)
    if (!column) return { problem: `Unable to subscribe to changes: invalid filter ${text} for ${table.name}` }
    const test = filterTest(filter, column.comparison, column.type)
    if (!test) return { problem: `Unable to subscribe to changes: filter ${text} does not fit type ${column.type}` }
    conditions.push({ column: filter.column, operator: filter.operator, negated: filter.negated, test })
  }
  return { id, event, filters: conditions }
}

/** How a channel reaches its client; `payload` is JSON. */
type Push = (event: string, payload: string) => void

/** One joined topic of one socket. */
export class Channel implements Subscriber {
  caller: Caller
  /** Characters of what it filters for. */
  filters = 0
  readonly delivered = new Delivered()
  readonly topic: string
  readonly joinRef: string | null
  readonly #push: Push
  readonly #onEnd: (channel: Channel) => void
  #stopListening: () => void = () => {}
  #ended = false

  constructor(
    options: { topic: string; joinRef: string | null; caller: Caller },
    push: Push,
    onEnd: (channel: Channel) => void,
  ) {
    this.topic = options.topic
    this.joinRef = options.joinRef
    this.caller = options.caller
    this.#push = push
    this.#onEnd = onEnd
  }

  /** Called once, when the channel listens to something. */
  listens(remove: () => void): void {
    if (this.#ended) remove()
    else this.#stopListening = remove
  }

  change(ids: readonly number[], data: string): void {
    if (this.#ended) return
    // The clock decides, not the sweep that closes channels: a token that is over opens nothing.
    if (isExpired(this.caller)) return void this.endExpired()
    this.#push('postgres_changes', `{"ids":[${ids.join(',')}],"data":${data}}`)
  }

  /** `system` message of supabase/realtime (push_system_message). */
  system(extension: 'system' | 'postgres_changes', status: 'ok' | 'error', message: string): void {
    const channel = this.topic.replace(/^realtime:/, '')
    this.#push('system', JSON.stringify({ extension, status, message, channel }))
  }

  /** Nobody is present: presence is not supported here, and a client that asks for it waits for its first state. */
  presence(): void {
    this.#push('presence_state', '{}')
  }

  /** The client joins again automatically after `phx_error`, and refetches. */
  missed(): void {
    this.#end('phx_error')
  }

  left(): void {
    this.#end('phx_close')
  }

  /** Ends it for good, and says why (supabase/realtime, shutdown_response). */
  shutDown(message: string): void {
    if (this.#ended) return
    this.system('system', 'error', message)
    this.#end('phx_close')
  }

  endExpired(): void {
    this.shutDown(expiredFor(this.caller.expires ?? 0))
  }

  /** The socket is gone: nothing to tell. */
  drop(): void {
    this.#ended = true
    this.#stopListening()
  }

  /** Its join is refused: it never was, and there is nothing to close. */
  refused(): void {
    this.drop()
    this.#onEnd(this)
  }

  #end(event: 'phx_close' | 'phx_error'): void {
    if (this.#ended) return
    this.#push(event, '{}')
    this.refused()
  }
}
