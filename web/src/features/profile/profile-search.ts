import { type MemberTab, memberPath } from '@hot/domain/url/paths'
import { cursorParam } from '@hot/domain/url/search-param'

export type ProfileSearch = {
  /** Cursor of a later part of the list, for readers without JavaScript. */
  nach?: string | undefined
}

/** What is in the address of each tab, or the default where it makes no sense. */
export const profileSearch = (given: Record<string, unknown>): ProfileSearch => ({ nach: cursorParam(given.nach) })

/** Where a list goes on, for readers without JavaScript; nothing at its end. */
export const nextPartHref = (slug: string, tab: MemberTab | undefined, next: string | null | undefined) =>
  next ? `${memberPath(slug, tab)}?${new URLSearchParams({ nach: next })}` : undefined
