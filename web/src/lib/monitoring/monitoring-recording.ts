import { type ReportSetup, reportProfiles } from '@hot/domain/monitoring/filter'
import { scrubText } from '@hot/domain/monitoring/scrub'
import { type BrowserClient, breadcrumbsIntegration, browserTracingIntegration, replayIntegration } from '@sentry/react'

/** @package */
export type Recording = { start: () => void; stop: () => void }

/** The recorder's own notes: clicks, requests, changes of page. They travel as JSON. */
const scrubbed = <Note>(note: Note): Note =>
  JSON.parse(JSON.stringify(note), (_name, value) => (typeof value === 'string' ? scrubText(value) : value)) as Note

/**
 * Timings, steps and replay: what only full consent allows. Starts with the share of sessions that the setup names.
 * @package
 */
export function record(client: BrowserClient, setup: ReportSetup): Recording {
  const { masked } = reportProfiles[setup]
  const replay = replayIntegration({
    maskAllText: masked,
    maskAllInputs: masked,
    blockAllMedia: masked,
    // Nothing of it is kept on the device, so nothing is left there after a withdrawal.
    stickySession: false,
    // Compression runs in a worker from a blob:, which our policy does not allow.
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
    // Allowed again after a withdrawal: from then on only errors bring a replay along.
    start: () => replay.startBuffering(),
    stop: () => void replay.stop({ flush: false }).catch(console.error),
  }
}
