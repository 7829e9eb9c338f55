import { reportEnvironment, reportProfiles, reportRelease } from '@hot/domain/monitoring/filter'
import { scrubEvent } from '@hot/domain/monitoring/scrub'
import {
  BrowserClient,
  dedupeIntegration,
  defaultStackParser,
  getCurrentScope,
  getIsolationScope,
  httpContextIntegration,
  linkedErrorsIntegration,
  makeFetchTransport,
} from '@sentry/react'
import type { ReportsConfig } from '#web/lib/api/config/runtime-config.ts'
import { pageTrace } from '#web/lib/api/transport/fetcher.ts'
import { consentLevel, subscribeConsent } from '#web/platform/storage/consent.ts'
import { type NotedError, takeErrors } from './monitoring-outbox.ts'
import type { Recording } from './monitoring-recording.ts'

const allowed = () => consentLevel() === 'full'

/**
 * A client that reports errors, by one of two setups. Before full consent nothing else leaves the
 * browser: no steps, no person, no session, no timings (docs/decisions/015-monitoring.md).
 */
function openReports({ dsn, setup }: ReportsConfig): BrowserClient {
  const { filter, traceRate, replaySessionRate, replayOnErrorRate } = reportProfiles[setup]
  const client = new BrowserClient({
    dsn,
    release: reportRelease,
    environment: reportEnvironment,
    transport: consentingTransport(allowed),
    stackParser: defaultStackParser,
    integrations: [dedupeIntegration(), linkedErrorsIntegration(), httpContextIntegration()],
    sendClientReports: false,
    dataCollection: { userInfo: false, cookies: false, urlQueryParams: false, httpBodies: [] },
    // Ours is the only trace header, see trace-header.ts.
    tracePropagationTargets: [],
    // Whole transactions, which the setups filter by their URL.
    traceLifecycle: 'static',
    tracesSampler: () => (allowed() ? traceRate : 0),
    replaysSessionSampleRate: replaySessionRate,
    replaysOnErrorSampleRate: replayOnErrorRate,
    beforeBreadcrumb: (step) => (allowed() && step.category !== 'ui.input' ? step : null),
    beforeSend: (event) => (filter.dropsError(event) ? null : scrubEvent(event, allowed())),
    beforeSendTransaction: (event) => (allowed() && !filter.dropsTransaction(event) ? scrubEvent(event, true) : null),
  })
  getCurrentScope().setClient(client)
  client.init()
  getCurrentScope().setTag('page_trace', pageTrace())
  return client
}

/** Whatever can be thrown, as an error: an object that is none may hold what somebody wrote. */
const asError = (thrown: unknown): Error => {
  if (thrown instanceof Error) return thrown
  return new Error(typeof thrown === 'string' ? thrown : `thrown: ${Object.prototype.toString.call(thrown)}`)
}

/** Reports one error with the number that the person was shown, by which it is found again. */
function reportError({ error, errorId, componentStack }: NotedError): void {
  getCurrentScope()
    .getClient()
    ?.captureException(
      asError(error),
      { mechanism: { type: errorId ? 'boundary' : 'global', handled: false } },
      getCurrentScope()
        .clone()
        .update({
          tags: errorId ? { error_id: errorId } : {},
          contexts: componentStack ? { react: { componentStack } } : {},
        }),
    )
}

/**
 * Reports errors from now on, those that were kept included; replay and timings come and go with full consent.
 * @package
 */
export function startReports(config: ReportsConfig): () => void {
  const client = openReports(config)
  takeErrors(reportError)
  let recording: Recording | undefined

  async function follow(): Promise<void> {
    if (!allowed()) {
      getIsolationScope().clearBreadcrumbs()
      recording?.stop()
      return
    }
    if (recording) return recording.start()
    const { record } = await import('./monitoring-recording.ts')
    // The choice may have been taken back while the code was on its way.
    if (allowed()) recording ??= record(client, config.setup)
  }

  const followed = () => void follow().catch(console.error)
  followed()
  return subscribeConsent(followed)
}

type MakeTransport = typeof makeFetchTransport
type Envelope = Parameters<ReturnType<MakeTransport>['send']>[0]

/** What stands in an envelope's items, the only kind that may leave without full consent. */
const plainError = 'event'

type Item = readonly [head: { type: string }, body: unknown]

/** Addresses in the text of a replay (rrweb writes them as JSON) without their queries. */
const withoutQueries = ([head, body]: Item): Item =>
  head.type === 'replay_recording' && typeof body === 'string'
    ? [head, body.replace(/("(?:rr_)?href":"[^"?#\\]*)[?#](?:[^"\\]|\\.)*"/g, '$1"')]
    : [head, body]

/**
 * The envelope with what may leave: all of it with full consent, else the error reports alone; null when nothing is left.
 * @package
 */
export function permitted(envelope: Envelope, allowed: boolean): Envelope | null {
  const [head, items] = envelope as readonly [Envelope[0], readonly Item[]]
  const left = items.filter(([{ type }]) => allowed || type === plainError).map(withoutQueries)
  return left.length > 0 ? ([head, left] as unknown as Envelope) : null
}

/**
 * Sends by `fetch`. The one place that everything passes: what consent forbids ends here, whichever part made it.
 * @package
 */
export const consentingTransport =
  (allowed: () => boolean, make: MakeTransport = makeFetchTransport): MakeTransport =>
  (options) => {
    const { send, flush } = make(options)
    return {
      flush,
      send: (envelope) => {
        const left = permitted(envelope, allowed())
        return left ? send(left) : Promise.resolve({})
      },
    }
  }
