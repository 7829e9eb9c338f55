import type { ArchivedPost } from '@hot/domain/contract/admin/posts'
import { searchQueryMax } from '@hot/domain/search/limits'
import { choiceParam, termParam } from '@hot/domain/url/search-param'
import { listQuery } from '../kit/list.tsx'

export const archiveTabs = [
  { value: 'wiederherstellbar', label: 'Wiederherstellbar', state: 'restorable' },
  { value: 'wiederhergestellt', label: 'Wiederhergestellt', state: 'restored' },
  { value: 'alle', label: 'Alle', state: null },
] as const satisfies readonly { value: string; label: string; state: ArchivedPost['state'] | null }[]

export type ArchiveSearch = {
  /** What can still be restored is the default and has no address of its own. */
  stand?: (typeof archiveTabs)[number]['value'] | undefined
  q?: string | undefined
}

/** What is in the address, or the default where it makes no sense. */
export const readArchiveSearch = (given: Record<string, unknown>): ArchiveSearch => ({
  stand: choiceParam(
    given.stand,
    archiveTabs.map(({ value }) => value),
  ),
  q: termParam(given.q, searchQueryMax),
})

const pageSize = 20

export const archiveQuery = ({ stand = 'wiederherstellbar', q }: ArchiveSearch) =>
  listQuery(['admin', 'archive', stand, q ?? null], 'admin_archive_page', {
    p_state: archiveTabs.find(({ value }) => value === stand)?.state ?? null,
    p_query: q,
    p_limit: pageSize,
  })
