import type { AccountNotification } from '@hot/domain/contract/account/account'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { markNotificationRead, notificationsKey } from '#web/entities/notification/api.ts'
import { NotificationEntry } from '#web/entities/notification/notification-entry.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { SectionHead } from '#web/ui/layout/heading.tsx'
import { useMember } from '../account-frame.tsx'

/** The five latest, for a look in passing. */
export function LatestNotifications({ notifications }: { notifications: AccountNotification[] }) {
  const [now] = useState(() => new Date().toISOString())
  const markRead = useMarkRead()
  return (
    <section aria-labelledby="neuigkeiten">
      <SectionHead id="neuigkeiten" title="Neu für dich">
        <Link to="/account/benachrichtigungen">Alle ansehen</Link>
      </SectionHead>
      <ul>
        {notifications.map((notification) => (
          <NotificationEntry key={notification.id} notification={notification} now={now} onOpen={markRead} />
        ))}
      </ul>
    </section>
  )
}

/** Going where it leads counts as reading it; the overview itself asks anew when one comes back. */
function useMarkRead(): (notification: AccountNotification) => void {
  const { user } = useMember()
  const client = useQueryClient()
  const mark = async (id: string) => {
    try {
      await markNotificationRead(id)
      await client.invalidateQueries({ queryKey: notificationsKey(user.id) })
    } catch (error) {
      console.error(error)
      showToast({
        kind: 'error',
        title: 'Fehler beim Markieren der Benachrichtigung',
        text: 'Prüf deine Verbindung und versuch es noch einmal.',
      })
    }
  }
  return (notification) => {
    if (!notification.read) void mark(notification.id)
  }
}
