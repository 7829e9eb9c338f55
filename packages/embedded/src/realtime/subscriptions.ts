import { type Caller, expiredFor, isExpired } from './caller.ts'
import { type Filter, filterTest, parseFilters, placeOf } from './filter.ts'
import { type Address, addressName, type BindingRequest, type News } from './frames.ts'
import {
  type Binding,
  type Condition,
  type Delivered,
  Listeners,
  type Place,
  type Subscriber,
  type Subscription,
} from './listeners.ts'
import { type Column, type PublishedTable, readableColumns } from './publication.ts'

/** How many rows a channel remembers; of the oldest no deletion is told. */
const MOST_REMEMBERED = 300

class Remembered implements Delivered {
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
  readonly #byTable: ReadonlyMap<PublishedTable, Listeners>

  constructor(tables: readonly PublishedTable[]) {
    this.#tables = tables
    this.#byTable = new Map(tables.map((table) => [table, new Listeners()]))
  }

  table(schema: string, name: string): PublishedTable | undefined {
    return this.#tables.find((table) => table.schema === schema && table.name === name)
  }

  of(table: PublishedTable): Listeners {
    return this.#byTable.get(table) ?? new Listeners()
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
    for (const { table, subscription } of wanted) this.of(table).add(subscription)
    return {
      remove: () => {
        for (const { table, subscription } of wanted) this.of(table).remove(subscription)
      },
    }
  }

  /** Everybody who listens to a table, or to any. */
  subscribers(table?: PublishedTable): Set<Subscriber> {
    const sets = table ? [this.of(table)] : [...this.#byTable.values()]
    return new Set(sets.flatMap(({ all }) => [...all].map(({ subscriber }) => subscriber)))
  }
}

const notPublished = (request: BindingRequest) =>
  `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: [schema: ${request.schema}, table: ${request.table ?? '*'}, filter: ${request.filter ?? ''}]`

function placeAt({ column, values }: Filter, { comparison, type }: Column): Place | undefined {
  const place = placeOf(comparison, type, values[0] ?? '')
  return place === undefined ? undefined : { column, comparison, type, place }
}

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
  let place: Place | undefined
  for (const filter of filters) {
    const column = readableColumns(table, role).find(({ name }) => name === filter.column)
    if (!column) return { problem: `Unable to subscribe to changes: invalid filter ${text} for ${table.name}` }
    const test = filterTest(filter, column.comparison, column.type)
    if (!test) return { problem: `Unable to subscribe to changes: filter ${text} does not fit type ${column.type}` }
    conditions.push({ column: filter.column, operator: filter.operator, negated: filter.negated, test })
    if (filter.operator === 'eq' && !filter.negated) place ??= placeAt(filter, column)
  }
  return { id, event, filters: conditions, place }
}

/** How a channel reaches its client: with a message of its own, whose `payload` is JSON, or with what others get too. */
type Push = { own: (event: string, payload: string) => void; shared: (frame: Buffer) => void }

const channelName = (topic: string) => topic.replace(/^realtime:/, '')

/** For how long of changes that a crowd reads one is told. */
const GATHERED_MS = 1_000

/** One joined topic of one socket. */
export class Channel implements Subscriber {
  caller: Caller
  /** Characters of what it filters for. */
  filters = 0
  /** Whether its client agreed to read again when much changes that many read. */
  gathers = false
  readonly delivered = new Remembered()
  readonly topic: string
  readonly joinRef: string | null
  readonly #address: Address
  readonly #addressName: string
  readonly #push: Push
  readonly #onEnd: (channel: Channel) => void
  #toldAt = Number.NEGATIVE_INFINITY
  #waiting: News | undefined
  #stopListening: () => void = () => {}
  #ended = false

  constructor(options: Address & { caller: Caller }, push: Push, onEnd: (channel: Channel) => void) {
    this.topic = options.topic
    this.joinRef = options.joinRef
    this.#address = { version: options.version, joinRef: options.joinRef, topic: options.topic }
    this.#addressName = addressName(options)
    this.caller = options.caller
    this.#push = push
    this.#onEnd = onEnd
  }

  /** Called once, when the channel listens to something. */
  listens(remove: () => void): void {
    if (this.#ended) remove()
    else this.#stopListening = remove
  }

  change(ids: readonly number[], news: News, instead?: News): void {
    if (this.#ended) return
    if (instead && this.gathers) {
      const now = performance.now()
      if (this.#waiting || now - this.#toldAt < GATHERED_MS) {
        this.#waiting = instead
        return
      }
      this.#toldAt = now
    }
    // The clock decides, not the sweep that closes channels: a token that is over opens nothing.
    if (isExpired(this.caller)) return void this.endExpired()
    this.#push.shared(news.frame(this.#address, this.#addressName, `"ids":[${ids.join(',')}]`))
  }

  /** Called every second: tells once what was held back since the last time. */
  tellGathered(): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    if (!waiting || this.#ended || isExpired(this.caller)) return
    this.#toldAt = performance.now()
    this.#push.shared(
      waiting.frame(this.#address, this.#addressName, `"channel":${JSON.stringify(channelName(this.topic))}`),
    )
  }

  /** `system` message of supabase/realtime (push_system_message). */
  system(extension: 'system' | 'postgres_changes', status: 'ok' | 'error', message: string): void {
    const channel = channelName(this.topic)
    this.#push.own('system', JSON.stringify({ extension, status, message, channel }))
  }

  /** Nobody is present: presence is not supported here, and a client that asks for it waits for its first state. */
  presence(): void {
    this.#push.own('presence_state', '{}')
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
    this.#push.own(event, '{}')
    this.refused()
  }
}
