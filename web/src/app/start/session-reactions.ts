import type { QueryClient } from '@tanstack/react-query'
import { forgetDrafts } from '#web/features/post-editor/saving/stored-drafts.ts'
import { forgetVisits } from '#web/features/posts/last-visit.ts'
import { track } from '#web/lib/analytics/track.ts'
import type { SessionEvent } from '#web/lib/auth/session/session-events.ts'
import { forgetStoredChoices } from '#web/lib/offline/queued-writes/stored-choices.ts'
import { rememberExistingUser } from '#web/platform/storage/existing-user.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { forgetVisited } from '../service-worker/tell-worker.ts'

/** Reacts to sign-in and sign-out, in this tab or another one. */
export function reactToSession(event: SessionEvent, queryClient: QueryClient): void {
  if (event.kind === 'signed-out' || event.replaces) forgetFormerMember(queryClient)
  askAgain(queryClient)
  if (event.kind === 'signed-in' && event.here) track(event.registered ? 'user_register' : 'user_login')
  if (event.kind === 'signed-in' && event.here && !event.registered) rememberExistingUser()
  if (event.kind === 'signed-out') {
    forgetVisited().catch(console.error)
    // When the server ended the session, drafts and choices stay for the next sign-in.
    if (!event.refused) {
      forgetDrafts()
      forgetStoredChoices()
      forgetVisits()
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

/** Answers to requests on their way are a former viewer's: they are asked for again. */
function askAgain(queryClient: QueryClient): void {
  for (const query of queryClient.getQueryCache().findAll({ type: 'inactive', fetchStatus: 'fetching' }))
    query.promise?.then(
      () => query.invalidate(),
      () => {},
    )
  void queryClient.invalidateQueries()
}

/**
 * Data loaded for one member must not be seen by the next person. What a guest had loaded may be seen by the member they
 * become, and parts of the page may not be hydrated with it yet. A page that is being opened waits for its requests and
 * would fail without them.
 */
function forgetFormerMember(queryClient: QueryClient): void {
  queryClient.removeQueries({ type: 'inactive', fetchStatus: 'idle' })
  queryClient.removeQueries({ predicate: ({ meta }) => meta?.personal === true })
}
