import type { AdminInvite } from '@hot/domain/wire/admin-invites'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ListFoot } from '#web/ui/list-foot.tsx'
import { MemberLine } from '#web/ui/member-line.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useStaff } from '../frame/staff.tsx'
import { moment } from './invite-words.ts'
import { inviteUsesQuery } from './invites-queries.ts'

/** Who came with a code. */
export function InviteUses({ invite, onClose }: { invite: AdminInvite; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={`Gekommen mit ${invite.code}`} description={invite.note}>
      <Uses invite={invite} />
    </Dialog>
  )
}

function Uses({ invite }: { invite: AdminInvite }) {
  const { userId } = useStaff()
  const list = useInfiniteQuery(inviteUsesQuery(userId, invite.id))
  if (list.isError && !list.data) return <ErrorState onRetry={() => void list.refetch()} />
  if (!list.data)
    return (
      <div role="status" aria-label="Mitglieder werden geladen">
        <Skeleton className="h-24" />
      </div>
    )
  const uses = list.data.pages.flatMap((page) => page.items)
  if (uses.length === 0) return <EmptyState emoji="🎟️" title="Noch niemand." />
  return (
    <div>
      <ul>
        {uses.map((use) => (
          <li key={use.user_id} className="flex min-h-11 items-center gap-2 border-t border-rule first:border-t-0">
            {use.member ? (
              <MemberLine member={use.member}>, {moment(use.redeemed_at)}</MemberLine>
            ) : (
              <span className="meta">Noch ohne Nickname, {moment(use.redeemed_at)}</span>
            )}
          </li>
        ))}
      </ul>
      <ListFoot list={list} automatic={false} />
    </div>
  )
}
