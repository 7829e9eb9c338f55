import type { Answered, Log } from '../http/request-log.ts'
import type { MetricsPlace } from '../settings/monitoring-settings.ts'
import type { MetricSources } from './metrics-registry.ts'

export type Metrics = {
  port: number
  answered: (answer: Answered) => void
  close: () => Promise<void>
}

/** Serves figures where the operator asked for them; nothing is loaded where not. Throws StartFailure. */
export async function openMetrics(
  place: MetricsPlace | undefined,
  sources: MetricSources,
  log: Log,
): Promise<Metrics | undefined> {
  if (!place) return undefined
  const [{ openRegistry }, { serveMetrics }] = await Promise.all([
    import('./metrics-registry.ts'),
    import('./metrics-server.ts'),
  ])
  const registry = openRegistry(sources)
  const { port, close } = await serveMetrics(registry, place, log)
  log(`Messwerte: http://${place.host.includes(':') ? `[${place.host}]` : place.host}:${port}/metrics`)
  return { port, answered: registry.answered, close }
}
