import { authStartFastPathMs } from '@hot/domain/auth/timing'
import { setViewer, viewer } from '../viewer/viewer.ts'
import { sessionKey } from './session-facts.ts'

/** Reads the own profile again after it was changed; other tabs follow. Rejects with DataError. */
export const refreshProfile = async (): Promise<void> => (await import('./session.ts')).refreshProfile()

/** Ends the session: on this device, everywhere, or everywhere else. Rejects when the server could not be told. */
export const signOut = async (scope: 'local' | 'global' | 'others' = 'local'): Promise<void> =>
  (await import('./auth-client.ts')).signOut(scope)

const pendingGuest = () => setViewer({ state: 'guest', role: 'user', pending: true })

/** The code that follows sessions must not hold up the start either: without it a member counts as a guest for a while. */
function bringSession(): void {
  const since = Date.now()
  const impatience = setTimeout(pendingGuest, authStartFastPathMs)
  Promise.all([import('./session.ts'), import('./auth-client.ts')])
    .then(([{ startSession }, { authClient }]) => startSession(since, authClient))
    .catch(pendingGuest)
    .finally(() => clearTimeout(impatience))
}

/** Settles who is looking, for as long as the app runs. Guests without a stored session load nothing for it. */
export function watchSession(): () => void {
  if (document.documentElement.dataset.viewer) bringSession()
  else setViewer({ state: 'guest', role: 'user' })
  const otherTab = ({ key, newValue }: StorageEvent) => {
    if (key === sessionKey && newValue && viewer().state === 'guest') bringSession()
  }
  window.addEventListener('storage', otherTab)
  return () => window.removeEventListener('storage', otherTab)
}
