import { listQuery } from '../kit/list.tsx'
import type { ReportsSearch } from './reports-search.ts'

const pageSize = 20
const targetTypes = { beitrag: 'post', kommentar: 'comment' } as const

/** Cases of the reports desk by opaque cursors. Asked anew on every visit: others decide too. */
export const casesQuery = (userId: string, { status, sort, art, grund, von }: ReportsSearch) =>
  listQuery(['admin', userId, 'reports', { status, sort, art, grund, von }], 'admin_report_cases', {
    p_status: status === 'erledigt' ? 'closed' : 'open',
    p_order: sort === 'alt' ? 'oldest' : 'urgent',
    p_type: art && targetTypes[art],
    p_reason: grund,
    p_author: von,
    p_limit: pageSize,
  })
