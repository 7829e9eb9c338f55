import { clear, createStore, delMany, entries, get, set } from 'idb-keyval'
import { cameBack, noteAnswer } from '#web/lib/api/backend-reachable.ts'
import { storedSession } from '#web/lib/auth/session/session-storage.ts'
import { isOnline } from '#web/platform/device/device.ts'
import { type PersistedRecord, type PersistedStore, persistedReader, type Reader } from './persisted-reader.ts'

const database = createStore('hot-kept', 'queries')

/** What was read last, in the WebView's IndexedDB. */
const persistedStore: PersistedStore = {
  get: (hash) => get<PersistedRecord>(hash, database),
  set: (hash, record) => set(hash, record, database),
  remove: (hashes) => delMany([...hashes], database),
  all: () => entries<string, PersistedRecord>(database),
  clear: () => clear(database),
}

/** The app's first script: its name changes with every build. */
const build = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? ''
const owner = () => storedSession()?.user?.id ?? ''

/** Reads through what this device kept of the person who is looking. */
export const readPersisted: Reader = persistedReader({
  store: persistedStore,
  owner,
  build,
  now: Date.now,
  online: isOnline,
  noteAnswer,
  cameBack,
})

/** Somebody signed in or out: nothing of the person before stays. */
export const forgetPersisted = (): Promise<void> => persistedStore.clear()

/** Forgets what is old, another person's, another build's, or more than there is room for; its rules are not needed before. */
export async function sweepPersisted(): Promise<void> {
  const { keptSurplus } = await import('@hot/domain/network/cached-reading')
  const entries = (await persistedStore.all()).map(([hash, { text, ...facts }]) => ({
    hash,
    size: text.length,
    ...facts,
  }))
  const surplus = keptSurplus(entries, { owner: owner(), build, now: Date.now(), online: isOnline() })
  await persistedStore.remove(surplus.map(({ hash }) => hash))
}
