import type { Upgrade } from '../http/realtime-upgrade.ts'
import type { DocumentCache } from '../pages/document-cache.ts'

type Queue = <T>(task: () => Promise<T>) => Promise<T>

/**
 * Plain numbers that the server keeps whether anyone asks or not: one addition each, also on the short way of a kept page,
 * which answers thousands of requests a second.
 */
export function serverCounts() {
  return {
    /** Kept pages sent on the short way, by the first digit of their status. */
    kept: [0, 0, 0, 0, 0, 0],
    /** What the page cache said to requests on the whole way, as in `Cache-Status`. */
    cache: new Map<string, number>(),
    /** Pages that are being made or wait for it. */
    rendering: 0,
    /** Open sockets for live updates. */
    sockets: 0,
    /** When each job last ended well, ms since 1970. */
    jobs: new Map<string, number>(),
  }
}

export type ServerCounts = ReturnType<typeof serverCounts>

export const countKept = (counts: ServerCounts, status: number): void => {
  const digit = Math.trunc(status / 100)
  counts.kept[digit] = (counts.kept[digit] ?? 0) + 1
}

export function countCache(cache: DocumentCache, { cache: said }: ServerCounts): DocumentCache {
  return {
    ...cache,
    async get(key, make, stored) {
      const found = await cache.get(key, make, stored)
      said.set(found.how, (said.get(found.how) ?? 0) + 1)
      return found
    },
  }
}

export function countQueue(queue: Queue, counts: ServerCounts): Queue {
  return async (task) => {
    counts.rendering += 1
    try {
      return await queue(task)
    } finally {
      counts.rendering -= 1
    }
  }
}

export function countSockets(upgrade: Upgrade | undefined, counts: ServerCounts): Upgrade | undefined {
  if (!upgrade) return undefined
  return (request, socket, head) => {
    counts.sockets += 1
    socket.once('close', () => {
      counts.sockets -= 1
    })
    upgrade(request, socket, head)
  }
}
