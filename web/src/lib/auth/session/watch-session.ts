import { authStartFastPathMs } from '@hot/domain/auth/timing'
import { setViewer, viewer } from '../viewer/viewer.ts'
import { sessionKey } from './session-facts.ts'

const pendingGuest = () => setViewer({ state: 'guest', role: 'user', pending: true })

/**
 * Loads the session code. When that takes long, the viewer is shown as a guest whose session is still being checked, so
 * that the start is not delayed.
 */
function loadSession(): void {
  const since = Date.now()
  const timeout = setTimeout(pendingGuest, authStartFastPathMs)
  Promise.all([import('./session.ts'), import('./auth-client.ts')])
    .then(([{ startSession }, { authClient }]) => startSession(since, authClient))
    .catch(pendingGuest)
    .finally(() => clearTimeout(timeout))
}

/** Determines the viewer, for as long as the app runs. Guests without a stored session load no code for it. */
export function watchSession(): () => void {
  if (document.documentElement.dataset.viewer) loadSession()
  else setViewer({ state: 'guest', role: 'user' })
  const otherTab = ({ key, newValue }: StorageEvent) => {
    if (key === sessionKey && newValue && viewer().state === 'guest') loadSession()
  }
  window.addEventListener('storage', otherTab)
  return () => window.removeEventListener('storage', otherTab)
}
