import type { PostHistory as History } from '@hot/domain/contract/community'
import { longDateTime } from '@hot/domain/time/german-date'
import { queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { RumorStatusBadge } from './post-badges.tsx'
import { TextChange } from './text-change.tsx'

/** Earlier versions of a post; for its author and staff all of them, and the change that waits. Refetched on every visit. */
export const postHistoryQuery = (member: string, id: string) =>
  queryOptions({
    queryKey: ['account', member, 'post-history', id],
    queryFn: ({ signal }) => rpc('post_history', { p_id: id }, signal),
    staleTime: 0,
  })

type Props = { history: NonNullable<History> }

/** All earlier versions, latest first, each with what was changed then. */
export function PostHistory({ history: { versions, current } }: Props) {
  return (
    <ol className="grid gap-4">
      {versions.map((version, index) => (
        <li key={version.id} className="grid gap-2 border-t border-rule pt-3">
          <p className="meta flex flex-wrap items-center gap-2">
            <time dateTime={version.replaced_at}>{longDateTime(version.replaced_at)}</time>
            <span>{whoChanged(version)}</span>
            {version.status && version.status !== 'unverified' && (
              <span className="flex items-center gap-2">
                bis dahin <RumorStatusBadge status={version.status} />
              </span>
            )}
          </p>
          <TextChange before={version.text} after={versions[index - 1]?.text ?? current} />
        </li>
      ))}
    </ol>
  )
}

const whoChanged = ({ by_team, editor }: Props['history']['versions'][number]): string =>
  `geändert ${by_team ? 'von der Redaktion' : 'beim Bearbeiten'}${editor ? ` (${editor})` : ''}`
