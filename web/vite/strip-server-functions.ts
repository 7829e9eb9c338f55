import type { Plugin } from 'vite'

const stub = `export const ServerFunctionSerializationAdapter = {
  key: '$sfn', test: () => false, toSerializable: (value) => value, fromSerializable: (value) => value,
}`

/**
 * HoT has no server functions, yet Start ships their client (about 10 kB) with every page.
 * Replaces the adapter with one that never matches; the page-weight check fails if it comes back.
 */
export const stripServerFunctions = (): Plugin => ({
  name: 'hot-strip-server-functions',
  enforce: 'pre',
  resolveId: (id) => (/ServerFunctionSerializationAdapter(\.js)?$/.test(id) ? '\0no-server-functions' : undefined),
  load: (id) => (id === '\0no-server-functions' ? stub : undefined),
})
