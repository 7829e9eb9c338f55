import { isSlow, type SlowKind, slowMetricNames } from '@hot/domain/monitoring/filter'
import { track } from '#web/lib/analytics/track.ts'

/** Warns in the console, and tracks the warning where tracking is allowed. `ms`: whole milliseconds. */
export function reportSpeed(kind: SlowKind, ms: number, what: string): void {
  if (!isSlow(kind, ms)) return
  const value = Math.round(ms)
  console.warn(`Langsam: ${slowMetricNames[kind]} ${value} ms (${what})`)
  track('custom_performance_metric', { metadata: { name: slowMetricNames[kind], value } })
}

/** Time from navigation start to full load; available once the page has loaded. */
function judgeAppLoad(): void {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (load) reportSpeed('appLoad', load.loadEventEnd || load.duration, location.pathname)
}

/** Page changes: total time, and the part spent rendering in React. */
function watchPages(): void {
  const router = window.__TSR_ROUTER__
  if (!router) return
  let left: number | undefined
  let ready: number | undefined
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    left = pathChanged ? performance.now() : undefined
  })
  router.subscribe('onBeforeRouteMount', () => {
    ready = performance.now()
  })
  router.subscribe('onRendered', ({ toLocation }) => {
    const now = performance.now()
    if (ready !== undefined) reportSpeed('render', now - ready, toLocation.pathname)
    if (left !== undefined) reportSpeed('pageLoad', now - left, toLocation.pathname)
    ready = undefined
    left = undefined
  })
}

/** Excludes analytics requests, whose slowness would trigger another analytics request. */
const isApiCall = /\/(auth|storage)\/v1\/|\/rest\/v1\/(?!analytics_events|user_sessions)/

/** Backend requests, including those since the page was opened. */
function watchApiCalls(): void {
  const observer = new PerformanceObserver((list) => {
    for (const { name, duration, initiatorType } of list.getEntries() as PerformanceResourceTiming[]) {
      const { pathname } = new URL(name)
      if (initiatorType === 'fetch' && isApiCall.test(pathname)) reportSpeed('apiCall', duration, pathname)
    }
  })
  observer.observe({ type: 'resource', buffered: true })
}

let watching = false

/** Starts to warn about slow loads, renders and requests, once. */
export function watchSpeed(): void {
  if (watching) return
  watching = true
  judgeAppLoad()
  watchPages()
  watchApiCalls()
}
