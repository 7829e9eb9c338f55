import { clear, createStore, delMany, entries, get, set } from 'idb-keyval'
import type { KeptRecord, KeptStore } from './persisted-reader.ts'

const database = createStore('hot-kept', 'queries')

/** What was read last, in the WebView's IndexedDB. */
export const keptStore: KeptStore = {
  get: (hash) => get<KeptRecord>(hash, database),
  set: (hash, record) => set(hash, record, database),
  remove: (hashes) => delMany([...hashes], database),
  all: () => entries<string, KeptRecord>(database),
  clear: () => clear(database),
}
