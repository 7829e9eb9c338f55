import { reportEnvironment, reportProfiles, reportRelease } from '@hot/domain/monitoring/filter'
import { scrubEvent } from '@hot/domain/monitoring/scrub'
import {
  BrowserClient,
  dedupeIntegration,
  defaultStackParser,
  getCurrentScope,
  httpContextIntegration,
  linkedErrorsIntegration,
} from '@sentry/react'
import type { ReportsConfig } from '#web/lib/api/config/runtime-config.ts'
import { pageTrace } from '#web/lib/api/transport/trace.ts'
import { consentLevel } from '#web/platform/storage/consent.ts'
import type { NotedError } from './monitoring-outbox.ts'
import { consentingTransport } from './monitoring-transport.ts'

const allowed = () => consentLevel() === 'full'

/**
 * A client that reports errors, by one of two setups. Before full consent nothing else leaves the
 * browser: no steps, no person, no session, no timings (docs/decisions/015-monitoring.md).
 */
export function openReports({ dsn, setup }: ReportsConfig): BrowserClient {
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
export function reportError({ error, errorId, componentStack }: NotedError): void {
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
