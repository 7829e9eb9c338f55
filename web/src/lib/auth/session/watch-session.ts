import { authStartFastPathMs } from '@hot/domain/auth/timing'
import { setViewer, viewer } from '../viewer/viewer.ts'
import { sessionKey } from './session-facts.ts'

const pendingGuest = () => setViewer({ state: 'guest', role: 'user', pending: true })

/** Loading the session code must not delay the start either: until it is loaded, a member is treated as a guest. */
function bringSession(): void {
  const since = Date.now()
  const impatience = setTimeout(pendingGuest, authStartFastPathMs)
  Promise.all([import('./session.ts'), import('./auth-client.ts')])
    .then(([{ startSession }, { authClient }]) => startSession(since, authClient))
    .catch(pendingGuest)
    .finally(() => clearTimeout(impatience))
}

/** Determines the viewer, for as long as the app runs. Guests without a stored session load no code for it. */
export function watchSession(): () => void {
  if (document.documentElement.dataset.viewer) bringSession()
  else setViewer({ state: 'guest', role: 'user' })
  const otherTab = ({ key, newValue }: StorageEvent) => {
    if (key === sessionKey && newValue && viewer().state === 'guest') bringSession()
  }
  window.addEventListener('storage', otherTab)
  return () => window.removeEventListener('storage', otherTab)
}
