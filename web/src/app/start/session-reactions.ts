import type { QueryClient } from '@tanstack/react-query'
import { forgetDrafts } from '#web/features/post-editor/saving/stored-drafts.ts'
import { track } from '#web/lib/analytics/track.ts'
import type { SessionEvent } from '#web/lib/auth/session/session-events.ts'
import { forgetStoredChoices } from '#web/lib/offline/queued-writes/stored-choices.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { forgetVisited } from '../service-worker/tell-worker.ts'

/** What the page does when somebody signs in or out, in this tab or another one. */
export function reactToSession(event: SessionEvent, queryClient: QueryClient): void {
  forgetFormerViewer(queryClient)
  if (event.kind === 'signed-in' && event.here) track(event.registered ? 'user_register' : 'user_login')
  if (event.kind === 'signed-out') {
    forgetVisited().catch(console.error)
    // After a session that the server ended, drafts and choices are still there for the next sign-in.
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
  if (event.here && !event.kept)
    showToast({
      from: 'signIn',
      title: 'Angemeldet, aber nur für jetzt.',
      text: 'Dein Browser speichert nichts für HoT. Sobald du die Seite neu lädst, musst du dich wieder anmelden.',
    })
}

/**
 * Nothing that was loaded for one person may be seen by the next: what is on screen is asked for again, the rest goes.
 * A page that is just being opened waits for its requests, and would fail without them; they count as old once they came.
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
