import type { Upgrade } from '../http/backend-routes.ts'
import type { DocumentCache } from '../pages/document-cache.ts'

type Queue = <T>(task: () => Promise<T>) => Promise<T>

/** Plain numbers that the server keeps whether anyone asks or not. */
export function serverCounts() {
  return {
    /** What the page cache said, as in `Cache-Status`. */
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
