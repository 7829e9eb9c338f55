import { isUsable, mayBePersisted, type PersistedContext, persistedLimits } from '@hot/domain/network/persisted-queries'
import type { Query, QueryFunctionContext, QueryKey } from '@tanstack/react-query'

/** `text`: the answer as JSON. `at`: when it came, by this device's clock. */
export type PersistedRecord = { owner: string; build: string; at: number; key: QueryKey; text: string }

export type PersistedStore = {
  get(hash: string): Promise<PersistedRecord | undefined>
  set(hash: string, record: PersistedRecord): Promise<void>
  remove(hashes: readonly string[]): Promise<void>
  all(): Promise<[hash: string, record: PersistedRecord][]>
  clear(): Promise<void>
}

type Dependencies = {
  store: PersistedStore
  /** Id of the member whose session is stored, empty for guests. */
  owner: () => string
  build: string
  now: () => number
  online: () => boolean
  /** Reports whether the backend answered a request, with data or a refusal. */
  reportAnswer: (came: boolean) => void
  /** Whether a failed request had an answer; undefined when unknown. */
  cameBack: (error: unknown) => boolean | undefined
}

/** The query function as TanStack Query passes it to its option `persister`. */
type Ask<Key extends QueryKey> = (context: QueryFunctionContext<Key>) => unknown
export type Reader = <Key extends QueryKey>(
  ask: Ask<Key>,
  context: QueryFunctionContext<Key>,
  query: Query,
) => Promise<unknown>

/** Reduces an infinite list to its first pages. */
function firstPages(data: unknown): unknown {
  const { pages, pageParams } = Object(data)
  if (!Array.isArray(pages) || !Array.isArray(pageParams)) return data
  return { pages: pages.slice(0, persistedLimits.pages), pageParams: pageParams.slice(0, persistedLimits.pages) }
}

const soonOr = <Value>(reading: Promise<Value>): Promise<Value | undefined> =>
  Promise.race([
    reading,
    new Promise<undefined>((resolve) => setTimeout(resolve, persistedLimits.readWithinMs, undefined)),
  ])

/**
 * Shows the persisted answer immediately and refetches in the background; persists every public answer. TanStack's own
 * persister does the same, but does not separate viewers, persists empty results, and lags behind its core by versions.
 */
export function persistedReader(deps: Dependencies): Reader {
  const { store, online, reportAnswer } = deps
  const nowFor = (owner: string): PersistedContext => ({ owner, build: deps.build, now: deps.now() })

  async function restore(hash: string, owner: string): Promise<PersistedRecord | undefined> {
    const record = await store.get(hash)
    if (!record || isUsable(record, nowFor(owner))) return record
    await store.remove([hash])
    return undefined
  }

  /** After the query took a persisted answer: marks it stale and refetches it, or waits for a network. */
  function renew(query: Query, at: number): void {
    query.setState({ dataUpdatedAt: at, isInvalidated: true })
    // On failure the shown data stays, and the notice at the bottom reports it.
    if (online()) query.fetch().catch(console.warn)
  }

  /** Empty results are not persisted: the entry may come back. */
  async function persist(query: Query, data: unknown, owner: string): Promise<void> {
    // The viewer changed during the request: the answer belongs to the previous one.
    if (deps.owner() !== owner) return
    const text = data === null ? '' : JSON.stringify(firstPages(data))
    if (text === '' || text.length > persistedLimits.entrySize) return store.remove([query.queryHash])
    await store.set(query.queryHash, {
      owner,
      build: deps.build,
      at: deps.now(),
      key: query.queryKey,
      text,
    })
  }

  return async (ask, context, query) => {
    const may = mayBePersisted(query.queryKey, query.meta?.personal === true)
    const owner = deps.owner()
    if (may && query.state.data === undefined) {
      const record = await soonOr(restore(query.queryHash, owner)).catch(console.warn)
      if (record) {
        setTimeout(renew, 0, query, record.at)
        return JSON.parse(record.text)
      }
    }
    try {
      const data = await ask(context)
      reportAnswer(true)
      if (may) persist(query, data, owner).catch(console.warn)
      return data
    } catch (error) {
      const came = deps.cameBack(error)
      // Without a network, a missing answer tells nothing about the backend.
      if (came !== undefined && online()) reportAnswer(came)
      throw error
    }
  }
}
