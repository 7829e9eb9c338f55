import { signOut } from '#web/lib/auth/session/session-actions.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'

/** Signs out on this device and says so. Also works offline; then the session expires on the server later. */
export async function leave(): Promise<void> {
  try {
    await signOut()
    showToast({ title: 'Du bist abgemeldet.', text: 'Bis zur nächsten Folge.' })
  } catch {
    showToast({
      title: 'Auf diesem Gerät bist du abgemeldet.',
      text: 'Der Server war nicht erreichbar. Dort endet deine Sitzung von selbst.',
    })
  }
}
