import type { Query, QueryClient } from '@tanstack/react-query'
import { forgetVisits } from '#web/features/posts/last-visit/last-visit.ts'
import { trackOnceChosen } from '#web/lib/analytics/track.ts'
import type { SessionEvent } from '#web/lib/auth/session/session-events.ts'
import { forgetDrafts } from '#web/lib/drafts/stored-drafts.ts'
import { forgetStoredChoices } from '#web/lib/offline/queued-writes/stored-choices.ts'
import { forgetRegistrationMail, rememberExistingUser } from '#web/platform/storage/existing-user.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { forgetVisited } from '../service-worker/tell-worker.ts'

/** Reacts to sign-in and sign-out, in this tab or another one. */
export function reactToSession(event: SessionEvent, queryClient: QueryClient): void {
  const waits = event.kind === 'signed-out' && event.refused ? isWaiting : isNotWaiting
  if (event.kind === 'signed-out' || event.replaces) forgetFormerMember(queryClient, waits)
  askAgain(queryClient, waits)
  // Whichever page the link of the mail was opened in, and whichever way out is taken.
  forgetRegistrationMail()
  if (event.kind === 'signed-in' && event.here) trackOnceChosen(event.registered ? 'user_register' : 'user_login')
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

/** Shown by a screen of the admin area, which stays for the same member when the server ended the session (`StaffGate`). */
const isWaiting = (query: Query): boolean => query.queryKey[0] === 'admin' && query.isActive()
const isNotWaiting = () => false

/** Answers to requests on their way are a former viewer's: they are asked for again. */
function askAgain(queryClient: QueryClient, waits: (query: Query) => boolean): void {
  for (const query of queryClient.getQueryCache().findAll({ type: 'inactive', fetchStatus: 'fetching' }))
    query.promise?.then(
      () => query.invalidate(),
      () => {},
    )
  void queryClient.invalidateQueries({ predicate: (query) => !waits(query) })
}

/**
 * Data loaded for one member must not be seen by the next person. What a guest had loaded may be seen by the member they
 * become, and parts of the page may not be hydrated with it yet. A page that is being opened waits for its requests and
 * would fail without them.
 */
function forgetFormerMember(queryClient: QueryClient, waits: (query: Query) => boolean): void {
  queryClient.removeQueries({ type: 'inactive', fetchStatus: 'idle' })
  queryClient.removeQueries({ predicate: (query) => query.meta?.personal === true && !waits(query) })
}
