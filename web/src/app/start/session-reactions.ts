import type { QueryClient } from '@tanstack/react-query'
import { forgetDrafts } from '#web/features/post-editor/saving/stored-drafts.ts'
import { track } from '#web/lib/analytics/track.ts'
import type { SessionEvent } from '#web/lib/auth/session/session-events.ts'
import { forgetStoredChoices } from '#web/lib/offline/queued-writes/stored-choices.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { forgetVisited } from '../service-worker/tell-worker.ts'

/** Reacts to sign-in and sign-out, in this tab or another one. */
export function reactToSession(event: SessionEvent, queryClient: QueryClient): void {
  forgetFormerViewer(queryClient)
  if (event.kind === 'signed-in' && event.here) track(event.registered ? 'user_register' : 'user_login')
  if (event.kind === 'signed-out') {
    forgetVisited().catch(console.error)
    // When the server ended the session, drafts and choices stay for the next sign-in.
    if (!event.refused) {
      forgetDrafts()
      forgetStoredChoices()
    }
    if (event.refused)
      showToast({
        kind: 'error',
        from: 'signIn',
        title: 'Du wurdest abgemeldet.',
        text: 'Deine Sitzung gilt nicht mehr. Melde dich noch einmal an.',
      })
    return
  }
  if (event.here && !event.persisted)
    showToast({
      from: 'signIn',
      title: 'Angemeldet, aber nur für jetzt.',
      text: 'Dein Browser speichert nichts für HoT. Sobald du die Seite neu lädst, musst du dich wieder anmelden.',
    })
}

/**
 * Data loaded for one person must not be seen by the next: active queries are refetched, others removed.
 * A page that is being opened waits for its requests and would fail without them, so those are only marked stale.
 */
function forgetFormerViewer(queryClient: QueryClient): void {
  const cache = queryClient.getQueryCache()
  queryClient.removeQueries({ type: 'inactive', fetchStatus: 'idle' })
  for (const query of cache.findAll({ type: 'inactive', fetchStatus: 'fetching' }))
    query.promise?.then(
      () => query.invalidate(),
      () => {},
    )
  queryClient.removeQueries({ predicate: ({ meta }) => meta?.personal === true })
  void queryClient.invalidateQueries()
}
