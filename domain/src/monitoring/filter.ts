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

/** Drops chunk-load errors, which a reload fixes. */
export const withoutChunkLoadErrors: ErrorFilter = { dropsError: isChunkLoadError, dropsTransaction: () => false }

/** The word, as build tools and development servers write it: "device lost" is an error of the site. */
const devWord = /(?:^|[^\p{L}\p{N}_])dev(?![\p{L}\p{N}_])/u

const isOnLocalhost = (url: string): boolean => /^https?:\/\/localhost(?:[:/?#]|$)/.test(url)

/** Drops events whose first exception message contains the word 'dev', and transactions whose host is localhost. */
export const withoutDevelopment: ErrorFilter = {
  dropsError: ({ exception }) => devWord.test(exception?.values?.[0]?.value ?? ''),
  dropsTransaction: ({ request }) => isOnLocalhost(request?.url ?? ''),
}

/** Sent with every report. */
export const reportEnvironment = 'production'

/** What is reported of a site for everybody, and of one that only invited testers use. */
export type ReportProfileName = 'public' | 'closedTest'

export type ReportProfile = {
  /** Sampling rates, 0 to 1. */
  traceRate: number
  replaySessionRate: number
  replayOnErrorRate: number
  /** Mask all text and block all media in replays. */
  masked: boolean
  filter: ErrorFilter
}

/** By the value of `HOT_SENTRY_SETUP`. */
export const profileOfSetup: Readonly<Record<'1' | '2', ReportProfileName>> = { 1: 'public', 2: 'closedTest' }

/** `closedTest` records unmasked screens. */
export const reportProfiles: Readonly<Record<ReportProfileName, ReportProfile>> = {
  public: {
    traceRate: 0.1,
    replaySessionRate: 0.01,
    replayOnErrorRate: 1,
    masked: true,
    filter: withoutChunkLoadErrors,
  },
  closedTest: {
    traceRate: 0.1,
    replaySessionRate: 0.1,
    replayOnErrorRate: 1,
    masked: false,
    filter: withoutDevelopment,
  },
}
