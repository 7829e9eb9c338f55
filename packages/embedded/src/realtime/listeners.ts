import type { Caller } from './caller.ts'
import type { Operation } from './change-queue.ts'
import { type Comparison, type Filter, placeOf } from './filter.ts'
import type { News } from './frames.ts'

/** A condition that only rows of one value meet: where those who set it are found. */
export type Place = { column: string; comparison: Comparison; type: string; place: string }

/** One entry of `config.postgres_changes`, on one table. */
export type Binding = {
  /** As the join's answer named it. */
  id: number
  event: Operation | '*'
  /** All of them must be met. */
  filters: readonly Condition[]
  /** Where the first condition of equality puts it among the listeners of its table. */
  place?: Place | undefined
}

export type Condition = Pick<Filter, 'column' | 'operator' | 'negated'> & { test: (value: string | null) => boolean }

export type Delivered = {
  add(row: string): void
  /** Whether the row was sent; forgets it, since it is deleted. */
  take(row: string): boolean
}

/** What a channel is to those who deliver: whom it reads as, and how it is told. */
export type Subscriber = {
  caller: Caller
  /** Rows sent on this channel, so that their deletion may be reported, too. */
  readonly delivered: Delivered
  /** `instead`: a crowd reads the row, and may be told this at the end of the second. */
  change(ids: readonly number[], news: News, instead?: News): void
  /** Something may have been missed: the client joins and looks again. */
  missed(): void
}

export type Subscription = { subscriber: Subscriber; binding: Binding }

type ByPlace = Pick<Place, 'comparison' | 'type'> & { places: Map<string, Set<Subscription>> }

function count<Name>(counts: Map<Name, number>, name: Name, by: 1 | -1): void {
  const now = (counts.get(name) ?? 0) + by
  if (now > 0) counts.set(name, now)
  else counts.delete(name)
}

/**
 * Who listens to one table: who wants rows of one value (`column=eq.value`) is found by it, so that a change costs what
 * it concerns and not what else is open.
 */
export class Listeners {
  readonly #all = new Set<Subscription>()
  readonly #byColumn = new Map<string, ByPlace>()
  /** Those without such a condition: all of them are tested. */
  readonly #others = new Set<Subscription>()
  /** How many conditions there are on each column, and how many want each operation. */
  readonly #filtered = new Map<string, number>()
  readonly #events = new Map<Binding['event'], number>()

  get all(): ReadonlySet<Subscription> {
    return this.#all
  }

  /** What has to be known of a row to find and test those who want it. */
  get columns(): readonly string[] {
    return [...this.#filtered.keys()]
  }

  /** Whether anybody wants to know of this. */
  want(operation: Operation): boolean {
    return this.#events.has('*') || this.#events.has(operation)
  }

  add(subscription: Subscription): void {
    const { place, filters, event } = subscription.binding
    this.#all.add(subscription)
    count(this.#events, event, 1)
    for (const { column } of filters) count(this.#filtered, column, 1)
    if (!place) return void this.#others.add(subscription)
    const { column, comparison, type } = place
    const by = this.#byColumn.get(column) ?? { comparison, type, places: new Map() }
    this.#byColumn.set(column, by)
    const here = by.places.get(place.place) ?? new Set()
    by.places.set(place.place, here.add(subscription))
  }

  remove(subscription: Subscription): void {
    const { place, filters, event } = subscription.binding
    if (!this.#all.delete(subscription)) return
    count(this.#events, event, -1)
    for (const { column } of filters) count(this.#filtered, column, -1)
    this.#others.delete(subscription)
    const by = place && this.#byColumn.get(place.column)
    const here = by?.places.get(place?.place ?? '')
    here?.delete(subscription)
    // Values come and go for as long as the process runs.
    if (here?.size === 0) by?.places.delete(place?.place ?? '')
  }

  /** Those whom a row with these values may concern; their conditions are still to be tested. */
  *near(values: ReadonlyMap<string, string | null>): Generator<Subscription> {
    for (const [column, { comparison, type, places }] of this.#byColumn) {
      const value = values.get(column)
      const place = value == null ? undefined : placeOf(comparison, type, value)
      if (place !== undefined) yield* places.get(place) ?? []
    }
    yield* this.#others
  }
}
