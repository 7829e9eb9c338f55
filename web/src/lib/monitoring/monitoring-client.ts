import { reportEnvironment, reportProfiles } from '@hot/domain/monitoring/filter'
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
} from '@sentry/browser'
import type { ReportsConfig } from '#web/lib/api/config/runtime-config.ts'
import { pageTrace } from '#web/lib/api/transport/fetcher.ts'
import { consentLevel, subscribeConsent } from '#web/platform/storage/consent.ts'
import { type CaughtError, takeErrors } from './monitoring-outbox.ts'
import type { Recording } from './monitoring-recording.ts'

declare global {
  interface ImportMeta {
    /** Version and commit of the build (web/vite.config.ts); absent in tests. */
    readonly release?: string
  }
}

const allowed = () => consentLevel() === 'full'

/**
 * A client that reports errors, with one of two profiles. Without full consent it sends nothing else:
 * no breadcrumbs, user, session or timings (docs/decisions/015-monitoring.md).
 */
function openReports({ dsn, profile }: ReportsConfig): BrowserClient {
  const { filter, traceRate, replaySessionRate, replayOnErrorRate } = reportProfiles[profile]
  const client = new BrowserClient({
    dsn,
    release: import.meta.release,
    environment: reportEnvironment,
    transport: consentingTransport(allowed),
    stackParser: defaultStackParser,
    integrations: [dedupeIntegration(), linkedErrorsIntegration(), httpContextIntegration()],
    sendClientReports: false,
    dataCollection: { userInfo: false, cookies: false, urlQueryParams: false, httpBodies: [] },
    // Ours is the only trace header, see trace-header.ts.
    tracePropagationTargets: [],
    // Complete transactions, which the profiles filter by URL.
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

/** Converts any thrown value to an error; the content of other objects is dropped, because it may be user input. */
const asError = (thrown: unknown): Error => {
  if (thrown instanceof Error) return thrown
  return new Error(typeof thrown === 'string' ? thrown : `thrown: ${Object.prototype.toString.call(thrown)}`)
}

/** Reports one error with the id that was shown to the person, so that support can find it. */
function reportError({ error, errorId, componentStack }: CaughtError): void {
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
 * Reports errors, including the queued ones; replay and timings run only with full consent.
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
    // Consent may have been withdrawn while the code was loading.
    if (allowed()) recording ??= record(client, config.profile)
  }

  const followed = () => void follow().catch(console.error)
  followed()
  return subscribeConsent(followed)
}

type MakeTransport = typeof makeFetchTransport
type Envelope = Parameters<ReturnType<MakeTransport>['send']>[0]

/** Error reports: the only type of envelope item that may be sent without full consent. */
const plainError = 'event'

type Item = readonly [head: { type: string }, body: unknown]

/** Strips queries from URLs in the text of a replay (rrweb's JSON). */
const withoutQueries = ([head, body]: Item): Item =>
  head.type === 'replay_recording' && typeof body === 'string'
    ? [head, body.replace(/("(?:rr_)?href":"[^"?#\\]*)[?#](?:[^"\\]|\\.)*"/g, '$1"')]
    : [head, body]

/**
 * The permitted part of an envelope: all of it with full consent, else only error reports; null when nothing remains.
 * @package
 */
export function permitted(envelope: Envelope, allowed: boolean): Envelope | null {
  const [head, items] = envelope as readonly [Envelope[0], readonly Item[]]
  const left = items.filter(([{ type }]) => allowed || type === plainError).map(withoutQueries)
  return left.length > 0 ? ([head, left] as unknown as Envelope) : null
}

/**
 * Sends by `fetch`. All data passes through here, so whatever consent does not allow is dropped here.
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
