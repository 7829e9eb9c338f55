import { badgeSentence, badgeText } from '@hot/domain/notification/limits'
import { Link } from '@tanstack/react-router'
import Bell from 'lucide-react/icons/bell'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { VisuallyHidden } from '#web/ui/layout/heading.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { NotificationMenu } from './notification-menu.tsx'
import { useUnread } from './use-notifications.ts'

/** Notifications in the account menu: the list on wide screens, a link to its page on phones. */
export default function NotificationMenuEntry() {
  const viewer = useViewer()
  if (viewer.state !== 'member') return null
  return (
    <>
      <PhoneEntry userId={viewer.user.id} />
      <div className="max-lg:hidden">
        <NotificationMenu />
      </div>
    </>
  )
}

function PhoneEntry({ userId }: { userId: string }) {
  const unread = useUnread(userId)
  return (
    <Link to="/account/benachrichtigungen" className="menu-item notification-entry lg:hidden">
      <Icon of={Bell} />
      Benachrichtigungen
      {unread > 0 && (
        <>
          <span className="count-badge static ml-auto" aria-hidden="true">
            {badgeText(unread)}
          </span>
          <VisuallyHidden>{badgeSentence(unread)}</VisuallyHidden>
        </>
      )}
    </Link>
  )
}
