import type { Encoding } from '../documents/stored-document.ts'
import type { PurgeSender } from './purge-queue.ts'

/** Where purges go, and the secret that they carry. */
export type PurgeTarget = { url: string; token: string; by: 'path' | 'tag' }

/** In ms. */
const longest = 5_000
/** In one request: what Cloudflare takes. */
const mostTags = 30

/** An address in one encoding, in which a cache holds it apart. */
export const itemOf = (encoding: Encoding, href: string): string => `${encoding} ${href}`

/**
 * The answer that a cache keeps in place of what it shall forget. It is over since 1970, so the next visitor's request is
 * passed on.
 */
export const forgottenAnswer = (): Response =>
  new Response(null, {
    headers: { 'cache-control': 'public, max-age=0, s-maxage=1', 'x-accel-expires': '@1', 'hot-purged': '1' },
  })

async function ask(url: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(longest) })
  await answer.body?.cancel()
  return answer
}

/** By path: the address itself is asked for, with the secret, and the cache keeps `forgottenAnswer`. */
const byPath = ({ url, token }: PurgeTarget, dictionary = ''): PurgeSender => ({
  most: 1,
  async send(items) {
    for (const item of items) {
      const [encoding = '', href = ''] = item.split(' ')
      const { status, headers } = await ask(url + href, {
        headers: {
          'hot-purge': token,
          'accept-encoding': encoding,
          ...(encoding === 'dcz' && { 'available-dictionary': dictionary }),
        },
      })
      if (headers.get('hot-purged') !== '1') throw new Error(`Er hat den Auftrag nicht verstanden, Status ${status}`)
    }
  },
})

/** By tag: an address that takes them as JSON, as Cloudflare's does. */
const byTag = ({ url, token }: PurgeTarget): PurgeSender => ({
  most: mostTags,
  async send(tags) {
    const { ok, status } = await ask(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tags }),
    })
    if (!ok) throw new Error(`Status ${status}`)
  },
})

export const purgeSender = (target: PurgeTarget, dictionary?: string): PurgeSender =>
  target.by === 'path' ? byPath(target, dictionary) : byTag(target)
