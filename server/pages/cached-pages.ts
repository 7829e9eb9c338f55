import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { chooseEncoding } from '../http/content-encoding.ts'
import type { DocumentCache } from './document-cache.ts'

/** Addresses as visitors write them; the longest ones are rare and not worth their memory. */
const mostTargets = 5_000
const longestTarget = 300

export type KeptPages = {
  /** Says which cache key a request target stands for, once the whole way has worked it out. */
  know(target: string, key: string): void
  /** Sends the page if it is kept, fresh and encoded; false: this request takes the whole way. */
  send(incoming: IncomingMessage, outgoing: ServerResponse, head: readonly string[]): boolean
}

/**
 * The short way of nearly every request of a guest: target → kept bytes → socket, without a Request, a router and a
 * Response in between, which cost three times as much as all the rest. Whatever is not plainly a hit takes the whole
 * way, so that every rule stands there and only there.
 */
export function keptPages(cache: DocumentCache): KeptPages {
  const keys = new LRUCache<string, string>({ max: mostTargets })

  return {
    know(target, key) {
      if (target.length <= longestTarget) keys.set(target, key)
    },
    send({ method, url = '', headers }, outgoing, head) {
      if (method !== 'GET' || headers['if-none-match'] !== undefined) return false
      const key = keys.get(url)
      const document = key === undefined ? undefined : cache.peek(key)
      const ready = document?.ready.get(chooseEncoding(headers['accept-encoding']?.toString()))
      if (!document || !ready) return false
      outgoing.writeHead(document.status, [...head, ...ready.head])
      outgoing.end(ready.body)
      return true
    },
  }
}
