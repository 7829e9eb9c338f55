import { clear, createStore, delMany, entries, get, set } from 'idb-keyval'
import { cameBack, reportAnswer } from '#web/lib/api/backend-reachable.ts'
import { storedSession } from '#web/lib/auth/session/session-storage.ts'
import { isOnline } from '#web/platform/device/device.ts'
import { type PersistedRecord, type PersistedStore, persistedReader, type Reader } from './persisted-reader.ts'

const database = createStore('hot-kept', 'queries')

/** Recently read queries, in the WebView's IndexedDB. */
const persistedStore: PersistedStore = {
  get: (hash) => get<PersistedRecord>(hash, database),
  set: (hash, record) => set(hash, record, database),
  remove: (hashes) => delMany([...hashes], database),
  all: () => entries<string, PersistedRecord>(database),
  clear: () => clear(database),
}

/** Identifies the build by the app's entry script, whose name changes with every build. */
const build = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? ''
const owner = () => storedSession()?.user?.id ?? ''

/** Reads through the answers persisted on this device for the current viewer. */
export const readPersisted: Reader = persistedReader({
  store: persistedStore,
  owner,
  build,
  now: Date.now,
  online: isOnline,
  reportAnswer,
  cameBack,
})

/** Call it on sign-in and sign-out: deletes all data of the previous viewer. */
export const forgetPersisted = (): Promise<void> => persistedStore.clear()

/** Deletes records that are old, exceed the limits, or belong to another viewer or build. Loads its rules on first use. */
export async function sweepPersisted(): Promise<void> {
  const { persistedSurplus } = await import('@hot/domain/network/persisted-queries')
  const entries = (await persistedStore.all()).map(([hash, { text, ...facts }]) => ({
    hash,
    size: text.length,
    ...facts,
  }))
  const surplus = persistedSurplus(entries, { owner: owner(), build, now: Date.now(), online: isOnline() })
  await persistedStore.remove(surplus.map(({ hash }) => hash))
}
