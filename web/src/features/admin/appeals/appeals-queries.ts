import { choiceParam } from '@hot/domain/search-param'
import type { AdminAppealsPage } from '@hot/domain/wire/admin-appeals'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { pageRpc } from '#web/data/page-rpc.ts'

export type AppealsSearch = {
  /** Open ones are the default and have no address of their own. */
  stand?: 'entschieden' | undefined
}

export const readAppealsSearch = (given: Record<string, unknown>): AppealsSearch => ({
  stand: choiceParam(given.stand, ['entschieden']),
})

const pageSize = 20

/** Open appeals oldest first, or decided ones latest first. */
export const appealsQuery = ({ stand }: AppealsSearch) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'appeals', stand ?? 'offen'],
    queryFn: ({ pageParam, signal }) =>
      pageRpc<AdminAppealsPage>(
        'admin_appeals_page',
        { p_status: stand === 'entschieden' ? 'decided' : 'pending', p_after: pageParam, p_limit: pageSize },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
    meta: { personal: true },
  })
