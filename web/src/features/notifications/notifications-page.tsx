import { notificationLimits } from '@hot/domain/notification/limits'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { notificationCache } from '#web/entities/notification/notification-cache.ts'
import { NotificationEntry } from '#web/entities/notification/notification-entry.tsx'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { Button, Segmented } from '#web/ui/controls/button.tsx'
import { ListFooter } from '#web/ui/data/paged-list.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/state.tsx'
import { PageHead, VisuallyHidden } from '#web/ui/layout/heading.tsx'
import { useMarkAll, useMarkRead, useNotificationList, useNow, useUnread } from './use-notifications.ts'

type PageProps = {
  unreadOnly: boolean
  /** What is offered above the list. */
  offer: ReactNode
}

/** `/account/benachrichtigungen`: all notifications, or the unread ones. */
export function NotificationsPage({ unreadOnly, offer }: PageProps) {
  const viewer = useViewer()
  if (viewer.state !== 'member') return <NotificationsSkeleton />
  return (
    <>
      <Head userId={viewer.user.id} />
      <div className="mt-6 max-w-192">
        {offer}
        <List key={String(unreadOnly)} userId={viewer.user.id} unreadOnly={unreadOnly} />
      </div>
    </>
  )
}

function Head({ userId }: { userId: string }) {
  const unread = useUnread(userId)
  const { markAll, isPending } = useMarkAll(userId, useReloadLater(userId))
  return (
    <>
      <PageHead title="Benachrichtigungen" intro="Wer was von dir will. Oder über dich sagt.">
        <Button busy={unread === 0 || isPending} onClick={markAll}>
          Alle als gelesen markieren
        </Button>
      </PageHead>
      <Segmented label="Benachrichtigungen filtern">
        <Link to="/account/benachrichtigungen" activeOptions={{ exact: true, includeSearch: true }} resetScroll={false}>
          Alle
        </Link>
        <Link to="/account/benachrichtigungen" search={{ filter: 'ungelesen' }} resetScroll={false}>
          Ungelesen
        </Link>
      </Segmented>
    </>
  )
}

function List({ userId, unreadOnly }: { userId: string; unreadOnly: boolean }) {
  const now = useNow(true)
  const markRead = useMarkRead(userId)
  const size = notificationLimits.pageSize
  const { list, items } = useNotificationList(userId, { unread: unreadOnly, size, enabled: true })
  if (list.isError && !items)
    return <ErrorState title="Fehler beim Laden der Benachrichtigungen" onRetry={() => void list.refetch()} />
  if (!items) return <NotificationsSkeleton />
  if (items.length === 0) return <EmptyList unreadOnly={unreadOnly} />
  return (
    <>
      <ul>
        {items.map((item) => (
          <NotificationEntry key={item.id} notification={item} now={now} onOpen={markRead} />
        ))}
      </ul>
      <ListFooter list={list} more="Mehr Benachrichtigungen" />
    </>
  )
}

function EmptyList({ unreadOnly }: { unreadOnly: boolean }) {
  return unreadOnly ? (
    <EmptyState emoji="📭" title="Alles gelesen. Ordentlich." />
  ) : (
    <EmptyState emoji="🔔" title="Du hast noch keine Benachrichtigungen" text="Sag was, dann sagt auch jemand was." />
  )
}

/** Refetches the lists some time after all were marked as read, so that the unread list becomes empty. */
function useReloadLater(userId: string): () => void {
  const cache = notificationCache(useQueryClient(), userId)
  return () => void setTimeout(cache.reload, notificationLimits.followUpMs)
}

const rows = ['a', 'b', 'c', 'd', 'e']

/** Rows of notifications while they load. */
function NotificationsSkeleton() {
  return (
    <div className="grid gap-4" aria-busy="true">
      <VisuallyHidden>
        <p role="status">Deine Benachrichtigungen werden geladen</p>
      </VisuallyHidden>
      {rows.map((row) => (
        <Skeleton key={row} className="h-16" />
      ))}
    </div>
  )
}
