import { type ReportProfileName, reportProfiles } from '@hot/domain/monitoring/filter'
import { scrubText } from '@hot/domain/monitoring/scrub'
import {
  type BrowserClient,
  breadcrumbsIntegration,
  browserTracingIntegration,
  replayIntegration,
} from '@sentry/browser'

/** @package */
export type Recording = { start: () => void; stop: () => void }

/** Scrubs breadcrumbs (clicks, requests, navigation), which are sent as JSON. */
const scrubbed = <Note>(note: Note): Note =>
  JSON.parse(JSON.stringify(note), (_name, value) => (typeof value === 'string' ? scrubText(value) : value)) as Note

/**
 * Timings, breadcrumbs and replay, with full consent only. Samples the share of sessions set in the profile.
 * @package
 */
export function record(client: BrowserClient, profile: ReportProfileName): Recording {
  const { masked } = reportProfiles[profile]
  const replay = replayIntegration({
    maskAllText: masked,
    maskAllInputs: masked,
    blockAllMedia: masked,
    // Stores nothing on the device, so nothing remains there after consent is withdrawn.
    stickySession: false,
    // Compression runs in a worker from a blob: URL, which our CSP does not allow.
    useCompression: false,
    networkCaptureBodies: false,
    beforeAddRecordingEvent: (event) => scrubbed(event),
  })
  client.addEventProcessor((event) => {
    if (event.type !== 'replay_event') return event
    const { urls } = event as { urls?: string[] }
    return { ...event, user: undefined, request: undefined, urls: urls?.map(scrubText) } as typeof event
  })
  client.addIntegration(breadcrumbsIntegration({ sentry: false }))
  client.addIntegration(browserTracingIntegration())
  client.addIntegration(replay)
  return {
    // When consent is given again after a withdrawal, replays are sent only with errors.
    start: () => replay.startBuffering(),
    stop: () => void replay.stop({ flush: false }).catch(console.error),
  }
}
