import type { MemberRef } from '@hot/domain/contract/parts'
import { memberPath } from '@hot/domain/url/paths'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Avatar } from '#web/ui/media/avatar.tsx'

type Props = { member: MemberRef | null; size?: 28 | 36 | 48; children?: ReactNode }

/** The author; a deleted account is shown as 'Unbekannt'. */
export function MemberLine({ member, size = 28, children }: Props) {
  return (
    <>
      <Avatar
        id={member?.id ?? 'unbekannt'}
        name={member?.nickname ?? 'Unbekannt'}
        src={member?.avatar_url}
        size={size}
      />
      <span className="meta">
        <MemberName member={member} />
        {children}
      </span>
    </>
  )
}

export function MemberName({ member }: { member: MemberRef | null }) {
  if (!member) return <b>Unbekannt</b>
  return (
    <Link to={memberPath(member.slug)} className="hover:underline">
      <b>{member.nickname}</b>
    </Link>
  )
}
