import type { SanctionKind, Shown } from '@hot/domain/moderation/sanctions'
import { storageKeys } from '@hot/domain/privacy/storage-keys'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'

const pageSize = 20

/** Key of the member's sanctions and decisions. They are refetched on every visit, because the team changes them. */
export const sanctionsKey = (userId: string, ...rest: string[]) => ['account', userId, 'sanctions', ...rest] as const
const fresh = { staleTime: 0, meta: { personal: true } }

/** The member's current ban, and the decisions that `ModerationDialog` may have to show. */
export const moderationStatusQuery = (userId: string) =>
  queryOptions({
    queryKey: sanctionsKey(userId, 'status'),
    queryFn: ({ signal }) => rpc('own_moderation_status', {}, signal),
    ...fresh,
  })

/** Decisions about the member, newest first, paged by opaque cursors. */
export const ownDecisionsQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: sanctionsKey(userId, 'decisions'),
    queryFn: ({ pageParam, signal }) => rpc('own_moderation_page', { p_after: pageParam, p_limit: pageSize }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    ...fresh,
  })

/** One decision; null if there is none about this member. */
export const ownDecisionQuery = (userId: string, id: string) =>
  queryOptions({
    queryKey: sanctionsKey(userId, 'decision', id),
    queryFn: ({ signal }) => rpc('own_decision', { p_id: id }, signal),
    ...fresh,
  })

const shownKeys: Record<SanctionKind, string> = { warning: storageKeys.lastWarningShown, ban: storageKeys.lastBanShown }

/** The fallback where storage is blocked; lasts until the page is left. */
const shownInMemory = new Map<string, string>()

/**
 * When the newest sanction shown to this member was decided. Stored with the member's id, because another member on
 * this device has not seen it.
 */
function readShown(kind: SanctionKind, userId: string): string | null {
  let stored = shownInMemory.get(shownKeys[kind]) ?? null
  try {
    stored = localStorage.getItem(shownKeys[kind]) ?? stored
  } catch {
    // Blocked: the variable above holds it.
  }
  const [owner, instant] = stored?.split(' ') ?? []
  return owner === userId && instant && !Number.isNaN(Date.parse(instant)) ? instant : null
}

/** Timestamps of the newest warning and ban shown to this member on this device. */
export const shownSanctions = (userId: string): Shown => ({
  warning: readShown('warning', userId),
  ban: readShown('ban', userId),
})

/** Stores that a sanction was shown; `instant`: when it was decided (ISO 8601). */
export function rememberSanction(kind: SanctionKind, userId: string, instant: string): void {
  const entry = `${userId} ${instant}`
  shownInMemory.set(shownKeys[kind], entry)
  try {
    localStorage.setItem(shownKeys[kind], entry)
  } catch {
    // Blocked: the variable above holds it.
  }
}
