import { createServer } from 'node:http'
import type { Turns } from '@hot/embedded/wire/network-turns'
import type { DocumentCache } from '../pages/document-cache.ts'
import type { MetricsPlace } from '../settings/monitoring-settings.ts'
import type { Upgrade } from '../wire/client-address.ts'
import { listen } from '../wire/lifecycle.ts'
import { type Answered, causeLine, type Log } from '../wire/request-log.ts'
import type { MetricSources, MetricsRegistry } from './metrics-registry.ts'
import type { ServerCounts } from './server-counts.ts'

/** The cache, counting the results of its lookups. */
export function countCache(cache: DocumentCache, { cache: results }: ServerCounts): DocumentCache {
  return {
    ...cache,
    async get(key, make, stored) {
      const found = await cache.get(key, make, stored)
      results.set(found.how, (results.get(found.how) ?? 0) + 1)
      return found
    },
  }
}

/** The queue, counting pages that are being rendered and that wait. */
export function countQueue(queue: Turns, counts: ServerCounts): Turns {
  return async (address, make) => {
    counts.rendersWaiting += 1
    counts.rendersWaitingMost = Math.max(counts.rendersWaitingMost, counts.rendersWaiting)
    let begun = false
    const begin = () => {
      begun = true
      counts.rendersWaiting -= 1
      counts.rendersRunning += 1
      return make()
    }
    try {
      return await queue(address, begin)
    } finally {
      counts[begun ? 'rendersRunning' : 'rendersWaiting'] -= 1
    }
  }
}

/** The upgrade handler, counting open sockets. */
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

/** Serves `/metrics` on a separate port, since metrics are not public. Throws StartFailure. */
export async function serveMetrics(registry: MetricsRegistry, { host, port }: MetricsPlace, log: Log) {
  const server = createServer(async (incoming, outgoing) => {
    if (incoming.url?.split('?', 1)[0] !== '/metrics') return void outgoing.writeHead(404).end()
    if (incoming.method !== 'GET') return void outgoing.writeHead(405, { allow: 'GET' }).end()
    try {
      const text = await registry.text()
      outgoing.writeHead(200, { 'content-type': registry.type, 'cache-control': 'no-store' }).end(text)
    } catch (error) {
      log(`Die Messwerte ließen sich nicht lesen: ${causeLine(error)}`, 'error')
      outgoing.writeHead(500).end()
    }
  })
  const taken = await listen(server, host, port, ['METRICS_PORT', 'METRICS_HOST'])
  return {
    port: taken,
    close: async (): Promise<void> => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type Metrics = {
  port: number
  answered: (answer: Answered) => void
  close: () => Promise<void>
}

/** Serves metrics if configured; otherwise the metrics library is not loaded. Throws StartFailure. */
export async function openMetrics(
  place: MetricsPlace | undefined,
  sources: MetricSources,
  log: Log,
): Promise<Metrics | undefined> {
  if (!place) return undefined
  const [{ openRegistry }, { serveMetrics }] = await Promise.all([
    import('./metrics-registry.ts'),
    import('./metrics.ts'),
  ])
  const registry = openRegistry(sources)
  const { port, close } = await serveMetrics(registry, place, log)
  log(`Messwerte: http://${place.host.includes(':') ? `[${place.host}]` : place.host}:${port}/metrics`)
  return { port, answered: registry.answered, close }
}
