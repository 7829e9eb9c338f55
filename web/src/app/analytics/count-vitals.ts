import { vitalRating } from '@hot/domain/analytics/web-vitals-ratings'
import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'
import { record } from '#web/lib/analytics/analytics.ts'

let counting = false

/** Web vitals of this page load, once; what nobody may count any more is dropped by `record`. */
export function countVitals(): void {
  if (counting) return
  counting = true
  for (const observe of [onCLS, onFCP, onINP, onLCP, onTTFB]) observe(count)
  countAppLoad()
}

function count({ name, value }: Metric): void {
  // Layout shift has no unit and is small; the others are milliseconds.
  const rounded = name === 'CLS' ? Math.round(value * 10_000) / 10_000 : Math.round(value)
  record('performance_metric', { metadata: { name, value: rounded, rating: vitalRating(name, value) } })
}

/** How long the document took until all of it was there. */
function countAppLoad(): void {
  const [navigation] = performance.getEntriesByType('navigation')
  const end = navigation instanceof PerformanceNavigationTiming ? navigation.loadEventEnd : 0
  if (end > 0) record('custom_performance_metric', { metadata: { name: 'app_load', value: Math.round(end) } })
}
