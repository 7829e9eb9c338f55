import type { AdminInvite } from '@hot/domain/contract/admin/invites'
import { useInfiniteQuery } from '@tanstack/react-query'
import { MemberLine } from '#web/entities/member/member-line.tsx'
import { PagedList } from '#web/ui/data/paged-list.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useStaff } from '../kit/access.tsx'
import { moment } from './invite-texts.ts'
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
  return (
    <PagedList
      list={list}
      loading="Mitglieder werden geladen"
      failed="Die Mitglieder konnten nicht geladen werden"
      skeleton={<Skeleton className="h-24" />}
      empty={<EmptyState emoji="🎟️" title="Noch niemand." />}
      automatic={false}
    >
      {(uses) => (
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
      )}
    </PagedList>
  )
}
