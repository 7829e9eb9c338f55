import { cachePrefix } from './cached-copies.ts'

/** What was tapped until a page, which has a session, marks it as read. In a cache, since browsers end workers at will. */
export const tapsCache = `${cachePrefix}taps-1`

const isId = (tag: string) => /^[0-9a-f-]{36}$/.test(tag)

/** Keeps the id of a tapped notification; its tag, which is `hot` for a message that could not be read. */
export async function keepTap(tag: string, origin: string): Promise<void> {
  if (isId(tag)) await (await caches.open(tapsCache)).put(`${origin}/tapped/${tag}`, new Response())
}

/** The ids of what was tapped; each is given out once. */
export async function takeTaps(): Promise<string[]> {
  if (!(await caches.has(tapsCache))) return []
  const cache = await caches.open(tapsCache)
  const kept = await cache.keys()
  // One by one: somebody may be tapping on the next.
  await Promise.all(kept.map((request) => cache.delete(request)))
  return kept.map(({ url }) => url.slice(url.lastIndexOf('/') + 1))
}

export const forgetTaps = (): Promise<boolean> => caches.delete(tapsCache)
