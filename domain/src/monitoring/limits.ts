/** A performance warning is due above these times (ms). */
export const slowAbove = { appLoad: 3000, pageLoad: 1000, render: 100, apiCall: 2000 } as const

export type SlowKind = keyof typeof slowAbove

/** Name of each in `custom_performance_metric`. */
export const slowMetricNames: Readonly<Record<SlowKind, string>> = {
  appLoad: 'app_load',
  pageLoad: 'page_load',
  render: 'render',
  apiCall: 'api_call',
}

export const isSlow = (kind: SlowKind, ms: number): boolean => ms > slowAbove[kind]
