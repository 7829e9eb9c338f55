import { choiceParam } from '@hot/domain/url/search-param'
import { listQuery } from '../kit/list.tsx'

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
  listQuery(['admin', 'appeals', stand ?? 'offen'], 'admin_appeals_page', {
    p_status: stand === 'entschieden' ? 'decided' : 'pending',
    p_limit: pageSize,
  })
