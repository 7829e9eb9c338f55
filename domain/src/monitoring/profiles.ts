import { type ErrorFilter, withoutChunkLoadErrors, withoutDevelopment } from './error-filter.ts'

/** Sent with every report. */
export const reportRelease = '1.0.0'
export const reportEnvironment = 'production'

export type ReportSetup = 1 | 2

export type ReportProfile = {
  /** Shares of what is sent, 0 to 1. */
  traceRate: number
  replaySessionRate: number
  replayOnErrorRate: number
  /** All text masked and all media blocked in a replay. */
  masked: boolean
  filter: ErrorFilter
}

/** The two setups. The second shows what is on the screen: for a closed test installation only. */
export const reportProfiles: Readonly<Record<ReportSetup, ReportProfile>> = {
  1: { traceRate: 0.1, replaySessionRate: 0.01, replayOnErrorRate: 1, masked: true, filter: withoutChunkLoadErrors },
  2: { traceRate: 0.1, replaySessionRate: 0.1, replayOnErrorRate: 1, masked: false, filter: withoutDevelopment },
}
