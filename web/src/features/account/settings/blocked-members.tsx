import type { OwnBlocks } from '@hot/domain/contract/account/ties'
import { useQuery } from '@tanstack/react-query'
import { MemberName } from '#web/entities/member/member-line.tsx'
import { blocksQuery, useBlock } from '#web/entities/member/ties/blocks.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { ErrorState } from '#web/ui/feedback/state.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { useMember } from '../account-layout.tsx'

/** Whom the member has blocked or muted, to be ended here. */
export function BlockedMembers() {
  const { user } = useMember()
  const { data, isError, refetch } = useQuery(blocksQuery(user.id))
  if (isError && !data)
    return <ErrorState title="Deine Liste konnte nicht geladen werden" onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-16" />
  if (data.length === 0)
    return (
      <p className="meta">
        Niemand. Wenn dir jemand auf die Nerven geht: Hinter den drei Punkten an Kommentaren, Beiträgen und Profilen
        geht das. Davon erfährt niemand.
      </p>
    )
  return (
    <ul>
      {data.map((block) => (
        <Row key={block.member.id} block={block} />
      ))}
    </ul>
  )
}

function Row({ block: { member, kind } }: { block: OwnBlocks[number] }) {
  const { busy, change } = useBlock(member)
  const what = kind === 'block' ? 'Blockierung' : 'Stummschaltung'
  return (
    <li className="flex flex-wrap items-center gap-3 border-t border-rule py-3 first:border-t-0">
      <Avatar id={member.id} name={member.nickname} src={member.avatar_url} size={36} />
      <p className="min-w-0 flex-1 wrap-anywhere">
        <MemberName member={member} /> <span className="meta">{kind === 'block' ? 'blockiert' : 'stumm'}</span>
      </p>
      <Button
        small
        aria-disabled={busy}
        aria-label={`${what} von ${member.nickname} aufheben`}
        onClick={() => !busy && change(null)}
      >
        Aufheben
      </Button>
    </li>
  )
}
