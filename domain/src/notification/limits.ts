/** Times in milliseconds, heights in CSS pixels (docs/product/notifications.md). */
export const notificationLimits = {
  pageSize: 20,
  menuPageSize: 8,
  /** Interval at which the unread count is fetched, regardless of realtime updates. */
  countEveryMs: 60_000,
  recountAfterMarkAllMs: 250,
  followUpMs: 200,
  menuHeight: 280,
  loadMoreWithin: 10,
} as const

const highestShown = 99

/** Text of the badge: empty for none, `99+` above 99. */
export function badgeText(unread: number): string {
  if (unread <= 0) return ''
  return unread > highestShown ? `${highestShown}+` : String(unread)
}

/** The badge in words, for screen readers. */
export function badgeSentence(unread: number): string {
  if (unread <= 0) return 'Keine ungelesenen Benachrichtigungen'
  return unread === 1 ? '1 ungelesene Benachrichtigung' : `${unread} ungelesene Benachrichtigungen`
}

/** Whether a list is scrolled to within 10 px of its end, so that it should load more. */
export function nearBottom({ scrollTop, clientHeight, scrollHeight }: Scrolled): boolean {
  return scrollHeight - scrollTop - clientHeight <= notificationLimits.loadMoreWithin
}
type Scrolled = { scrollTop: number; clientHeight: number; scrollHeight: number }
