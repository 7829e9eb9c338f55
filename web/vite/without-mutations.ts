import type { Plugin } from 'vite'

const mutationCache = /\/@tanstack\/query-core\/build\/modern\/mutationCache\.js(\?|$)/
const queryClient = /\/@tanstack\/query-core\/build\/modern\/queryClient\.js(\?|$)/
const ownSource = /\/(web|domain)\/src\//

/** What the query client asks of its mutation cache, answered as an empty one answers. */
const empty = `export class MutationCache {
  getAll() { return [] }
  findAll() { return [] }
  clear() {}
  resumePausedMutations() { return Promise.resolve() }
}
`
const asked = new Set(['findAll', 'resumePausedMutations', 'clear'])

/** Fails when the query client asks its mutation cache for something that the empty one does not have. */
export function checkQueryClient(code: string): void {
  const calls = [...code.matchAll(/#mutationCache\.(\w+)/g)].map(([, name = '']) => name)
  const unknown = calls.find((name) => !asked.has(name))
  if (calls.length === 0 || unknown)
    throw new Error(`The query client has changed (${unknown ?? 'no calls'}): check without-mutations.ts.`)
}

/**
 * HoT writes through functions of its own and `data/toggle-queue.ts`, which retry and order as the house wants it. React
 * Query's mutations would be 1.3 kB (brotli) of every first route (docs/decisions/006). Fails the build when the library
 * looks different and when the app begins to use them.
 */
export const withoutMutations = (): Plugin => ({
  name: 'hot-without-mutations',
  apply: 'build',
  transform(code, id) {
    if (mutationCache.test(id)) return { code: empty, map: null }
    if (queryClient.test(id)) checkQueryClient(code)
    if (ownSource.test(id) && /\buse(Is)?Mutati(on|ng)(State)?\b|\bMutationCache\b/.test(code))
      throw new Error(`${id} uses React Query's mutations: take without-mutations.ts out of vite.config.ts first.`)
    return null
  },
})
