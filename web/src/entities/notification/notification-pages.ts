import type { AccountNotification } from '@hot/domain/contract/account/account'
import type { NotificationsPage } from '@hot/domain/contract/community'
import type { InfiniteData } from '@tanstack/react-query'

export type Pages = InfiniteData<NotificationsPage, string | null>

export const allOf = (pages: Pick<Pages, 'pages'>): AccountNotification[] => pages.pages.flatMap((page) => page.items)

/** The list with `read` set where `isMeant`; the very same object when nothing changes. */
export function withRead(data: Pages, isMeant: (item: AccountNotification) => boolean, read: boolean): Pages {
  if (!allOf(data).some((item) => isMeant(item) && item.read !== read)) return data
  const pages = data.pages.map((page) => ({
    ...page,
    items: page.items.map((item) => (isMeant(item) ? { ...item, read } : item)),
  }))
  return { ...data, pages }
}

/**
 * The list with its newest entries brought up to date: new ones first, those that gained people moved up. null when
 * there may be a gap between the newest and what is shown; then the list has to be fetched.
 */
export function withNewest(data: Pages, newest: NotificationsPage): Pages | null {
  if (newest.next === null) return { pages: [newest], pageParams: [null] }
  const ids = new Set(newest.items.map((item) => item.id))
  if (!allOf(data).some((item) => ids.has(item.id))) return null
  const [first, ...others] = data.pages.map((page) => ({
    ...page,
    items: page.items.filter((item) => !ids.has(item.id)),
  }))
  if (!first) return null
  return { ...data, pages: [{ ...first, items: [...newest.items, ...first.items] }, ...others] }
}
