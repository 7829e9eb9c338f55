import type { AccountNotification } from '@hot/domain/contract/account/account'
import type { NotificationsPage } from '@hot/domain/contract/community'
import type { NotificationCache } from '#web/entities/notification/notification-cache.ts'
import type { watchRows } from '#web/lib/realtime/realtime.ts'
import type { RowChange } from '#web/lib/realtime/row-watch.ts'

/** Several people at one moment are one request. */
const gatherMs = 100

type Parts = {
  userId: string
  cache: NotificationCache
  watch: typeof watchRows
  fetchNewest: () => Promise<NotificationsPage>
  /** Something new has come, for those who do not see it. */
  announce: (notification: AccountNotification) => void
}

/**
 * Keeps count and lists as the database has them. `cameMore` is for whoever learns otherwise that there are more (the
 * count that is asked for every minute). `stop` ends it.
 */
export function followNotifications({ userId, cache, watch, fetchNewest, announce }: Parts) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let over = false
  let more = false

  const fetchAndJoin = async () => {
    try {
      const newest = await fetchNewest()
      if (over) return
      cache.join(newest)
      const [latest] = newest.items
      if (latest && !latest.read) announce(latest)
    } catch (error) {
      // Only logged: the next event or the next minute loads it.
      console.error('Neue Benachrichtigungen', error)
    }
  }
  const catchUp = () => {
    timer = undefined
    void cache.recount()
    if (more) void fetchAndJoin()
    more = false
  }
  const soon = () => {
    timer ??= setTimeout(catchUp, gatherMs)
  }
  const cameMore = () => {
    more = true
    soon()
  }
  const changed = ({ row }: RowChange) => {
    // Stored, but neither listed nor counted.
    if (row.type === 'reply_to_comment') return
    if (!row.read) return cameMore()
    cache.setRead((item) => item.id === row.id, true)
    soon()
  }
  const missed = () => {
    void cache.recount()
    void cache.reload()
  }
  const filter = `user_id=eq.${userId}`
  const unwatch = watch(
    [
      { table: 'notifications', event: 'INSERT', filter },
      { table: 'notifications', event: 'UPDATE', filter },
    ],
    changed,
    missed,
    // Something may have come since the page asked; a higher count brings the rest.
    soon,
  )
  return {
    cameMore,
    stop() {
      over = true
      clearTimeout(timer)
      unwatch()
    },
  }
}
