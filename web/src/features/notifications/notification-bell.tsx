import { badgeSentence, badgeText } from '@hot/domain/notification/limits'
import { Link } from '@tanstack/react-router'
import Bell from 'lucide-react/icons/bell'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { VisuallyHidden } from '#web/ui/layout/heading.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { NotificationMenu } from './notification-menu.tsx'
import { useLiveNotifications, useUnread } from './use-notifications.ts'

/** The bell of the header: a menu on wide screens, the way to the list on phones. Members only. */
export default function NotificationBell() {
  const viewer = useViewer()
  return viewer.state === 'member' ? <LiveBell key={viewer.user.id} userId={viewer.user.id} /> : null
}

function LiveBell({ userId }: { userId: string }) {
  const news = useLiveNotifications(userId)
  const unread = useUnread(userId)
  const label = unread > 0 ? badgeSentence(unread) : 'Benachrichtigungen'
  return (
    <>
      <Link to="/account/benachrichtigungen" className="icon-btn lg:hidden" aria-label={label}>
        <Face unread={unread} />
      </Link>
      <details className="max-lg:hidden">
        <summary className="icon-btn" aria-label={label} data-tooltip="Benachrichtigungen">
          <Face unread={unread} />
        </summary>
        <div className="menu-sheet absolute top-full right-0">
          <NotificationMenu />
        </div>
      </details>
      <VisuallyHidden>
        <span role="status">{news}</span>
      </VisuallyHidden>
    </>
  )
}

function Face({ unread }: { unread: number }) {
  return (
    <>
      <Icon of={Bell} size={24} />
      {unread > 0 && (
        <span className="count-badge" aria-hidden="true">
          {badgeText(unread)}
        </span>
      )}
    </>
  )
}
