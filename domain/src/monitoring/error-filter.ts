/** As much of an error report, or of a page's timings, as the filters look at (Sentry's event payload). */
export type ReportedEvent = {
  exception?: { values?: { type?: string; value?: string }[] }
  request?: { url?: string }
}

/** Words of the browsers and bundlers when a file of the app could not be loaded: after a deploy, or without a network. */
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

/** The filter of setup 1: drops chunk-load errors, which a reload mends. */
export const withoutChunkLoadErrors: ErrorFilter = { dropsError: isChunkLoadError, dropsTransaction: () => false }

/** The filter of setup 2: drops events whose first exception message contains 'dev', and transactions on localhost. */
export const withoutDevelopment: ErrorFilter = {
  dropsError: ({ exception }) => exception?.values?.[0]?.value?.includes('dev') ?? false,
  dropsTransaction: ({ request }) => request?.url?.includes('localhost') ?? false,
}
