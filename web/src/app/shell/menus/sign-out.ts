import { signOut } from '#web/lib/auth/session/session-actions.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'

/** Signs out on this device. That works without a network too; only the server then hears of it when the session ends. */
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
