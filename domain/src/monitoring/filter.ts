/** Times in ms above which something counts as slow. */
export const slowAbove = { appLoad: 3000, pageLoad: 1000, render: 100, apiCall: 2000 } as const

export type SlowKind = keyof typeof slowAbove

/** The names in `custom_performance_metric` events. */
export const slowMetricNames: Readonly<Record<SlowKind, string>> = {
  appLoad: 'app_load',
  pageLoad: 'page_load',
  render: 'render',
  apiCall: 'api_call',
}

export const isSlow = (kind: SlowKind, ms: number): boolean => ms > slowAbove[kind]

/** The part of an error report or transaction that the filters read (Sentry's event payload). */
type ReportedEvent = {
  exception?: { values?: { type?: string; value?: string }[] }
  request?: { url?: string }
}

/** Messages of browsers and bundlers when a chunk could not be loaded: after a deploy, or offline. */
const chunkLoad = [
  /ChunkLoadError/,
  /Loading (CSS )?chunk .+ failed/i,
  /Failed to fetch dynamically imported module/i,
  /error loading dynamically imported module/i,
  /Importing a module script failed/i,
  /Unable to preload CSS/i,
]

const isChunkLoadError = ({ exception }: ReportedEvent): boolean =>
  (exception?.values ?? []).some(({ type = '', value = '' }) =>
    chunkLoad.some((words) => words.test(type) || words.test(value)),
  )

export type ErrorFilter = {
  dropsError: (event: ReportedEvent) => boolean
  dropsTransaction: (event: ReportedEvent) => boolean
}

/** The filter of setup 1: drops chunk-load errors, which a reload fixes. */
export const withoutChunkLoadErrors: ErrorFilter = { dropsError: isChunkLoadError, dropsTransaction: () => false }

/** The filter of setup 2: drops events whose first exception message contains 'dev', and transactions on localhost. */
export const withoutDevelopment: ErrorFilter = {
  dropsError: ({ exception }) => exception?.values?.[0]?.value?.includes('dev') ?? false,
  dropsTransaction: ({ request }) => request?.url?.includes('localhost') ?? false,
}

/** Sent with every report. */
export const reportRelease = '1.0.0'
export const reportEnvironment = 'production'

export type ReportSetup = 1 | 2

export type ReportProfile = {
  /** Sampling rates, 0 to 1. */
  traceRate: number
  replaySessionRate: number
  replayOnErrorRate: number
  /** Mask all text and block all media in replays. */
  masked: boolean
  filter: ErrorFilter
}

/** The two setups. The second records unmasked screens: for closed test installations only. */
export const reportProfiles: Readonly<Record<ReportSetup, ReportProfile>> = {
  1: { traceRate: 0.1, replaySessionRate: 0.01, replayOnErrorRate: 1, masked: true, filter: withoutChunkLoadErrors },
  2: { traceRate: 0.1, replaySessionRate: 0.1, replayOnErrorRate: 1, masked: false, filter: withoutDevelopment },
}
