import { badgeSentence, badgeText, nearBottom, notificationLimits } from '@hot/domain/notification/limits'
import { Link } from '@tanstack/react-router'
import Bell from 'lucide-react/icons/bell'
import { type RefObject, type UIEvent, useEffect, useRef, useState } from 'react'
import { NotificationEntry } from '#web/entities/notification/notification-entry.tsx'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { Button, PlainButton } from '#web/ui/controls/button.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { VisuallyHidden } from '#web/ui/layout/heading.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import {
  useLiveNotifications,
  useMarkAll,
  useMarkRead,
  useNotificationList,
  useNow,
  useUnread,
} from './use-notifications.ts'
import './notifications.css'

/** The bell in the header, for members: a menu on wide screens, a link to the list on phones. */
export function NotificationBell() {
  const viewer = useViewer()
  return viewer.state === 'member' ? <LiveBell key={viewer.user.id} userId={viewer.user.id} /> : null
}

function LiveBell({ userId }: { userId: string }) {
  const announcement = useLiveNotifications(userId)
  const unread = useUnread(userId)
  const label = unread > 0 ? badgeSentence(unread) : 'Benachrichtigungen'
  return (
    <>
      <Link to="/account/benachrichtigungen" className="icon-btn lg:hidden" aria-label={label}>
        <BellIcon unread={unread} />
      </Link>
      <details className="max-lg:hidden">
        <summary className="icon-btn" aria-label={label} data-tooltip="Benachrichtigungen">
          <BellIcon unread={unread} />
        </summary>
        <div className="menu-sheet absolute top-full right-0">
          <NotificationMenu />
        </div>
      </details>
      <VisuallyHidden>
        <span role="status">{announcement}</span>
      </VisuallyHidden>
    </>
  )
}

function BellIcon({ unread }: { unread: number }) {
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

/** Notifications in the account menu: the list on wide screens, a link to its page on phones. */
export function NotificationMenuEntry() {
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

/** The latest notifications in a menu of the header, loaded when it is opened. */
function NotificationMenu() {
  const viewer = useViewer()
  return viewer.state === 'member' ? <Menu userId={viewer.user.id} /> : null
}

function Menu({ userId }: { userId: string }) {
  const ref = useRef<HTMLElement>(null)
  const opened = useOpened(ref)
  const unread = useUnread(userId)
  const { markAll, isPending } = useMarkAll(userId)
  return (
    <section ref={ref} aria-label="Benachrichtigungen" className="notification-menu">
      <div className="notification-menu-head">
        <p className="type-h4">Benachrichtigungen</p>
        {unread > 0 && (
          <PlainButton className="link meta" busy={isPending} onClick={markAll}>
            Alle gelesen
          </PlainButton>
        )}
      </div>
      <Latest userId={userId} opened={opened} />
      <Link to="/account/benachrichtigungen" className="menu-item">
        Alle ansehen
      </Link>
    </section>
  )
}

function Latest({ userId, opened }: { userId: string; opened: boolean }) {
  const now = useNow(opened)
  const markRead = useMarkRead(userId)
  const size = notificationLimits.menuPageSize
  const { list, items } = useNotificationList(userId, { unread: false, size, enabled: opened })
  const scrolled = ({ currentTarget }: UIEvent<HTMLElement>) => {
    if (nearBottom(currentTarget) && list.hasNextPage && !list.isFetching) void list.fetchNextPage()
  }
  return (
    <div
      className="notification-scroll"
      style={items ? { maxHeight: notificationLimits.menuHeight } : { height: notificationLimits.menuHeight }}
      onScroll={scrolled}
    >
      {items?.length ? (
        <ul>
          {items.map((item) => (
            <NotificationEntry key={item.id} notification={item} now={now} onOpen={markRead} />
          ))}
        </ul>
      ) : null}
      <Footer list={list} count={items?.length} />
    </div>
  )
}

type FooterProps = { list: ReturnType<typeof useNotificationList>['list']; count: number | undefined }

function Footer({ list, count }: FooterProps) {
  if (list.isError && (count === undefined || list.isFetchNextPageError))
    return (
      <div className="grid justify-items-start gap-2 p-2.5" role="alert">
        <p>Fehler beim Laden der Benachrichtigungen</p>
        <Button small onClick={() => void (count === undefined ? list.refetch() : list.fetchNextPage())}>
          Erneut versuchen
        </Button>
      </div>
    )
  if (count === undefined)
    return (
      <div className="grid gap-3 py-3" aria-busy="true">
        <p className="meta">Lädt...</p>
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
      </div>
    )
  if (count === 0) return <p className="callout py-3">Du hast noch keine Benachrichtigungen</p>
  if (list.isFetchingNextPage) return <p className="end-of-list">Lädt weitere...</p>
  return list.hasNextPage ? null : <p className="end-of-list">Alle geladen</p>
}

/** Whether the `<details>` around the element is open and the element visible. Closed menus load nothing. */
function useOpened(ref: RefObject<HTMLElement | null>): boolean {
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    const element = ref.current
    const details = element?.closest('details')
    if (!element || !details) return
    const update = () => setOpened(details.open && element.getClientRects().length > 0)
    update()
    details.addEventListener('toggle', update)
    return () => details.removeEventListener('toggle', update)
  }, [ref])
  return opened
}
