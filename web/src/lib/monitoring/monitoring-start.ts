import { getIsolationScope } from '@sentry/react'
import type { ReportsConfig } from '#web/lib/api/config/runtime-config.ts'
import { consentLevel, subscribeConsent } from '#web/platform/storage/consent.ts'
import { openReports, reportError } from './monitoring-client.ts'
import { takeErrors } from './monitoring-outbox.ts'
import type { Recording } from './monitoring-recording.ts'

const allowed = () => consentLevel() === 'full'

/** Reports errors from now on, those that were kept included; replay and timings come and go with full consent. */
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
