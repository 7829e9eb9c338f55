import type { ProfilePage } from '@hot/domain/contract/member'
import { MemberMenu } from '#web/entities/member/ties/block-buttons.tsx'
import { requestReport } from '#web/entities/post/report-request.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'

/** For members, on the profile of somebody else: mute, block, report. */
export function ProfileMenu({ profile }: { profile: ProfilePage }) {
  const viewer = useViewer()
  if (viewer.state !== 'member' || viewer.user.id === profile.id) return null
  const { id, nickname, slug, avatar_url, karma } = profile
  return (
    <MemberMenu member={{ id, nickname, slug, avatar_url, karma }} label={`Mehr zu ${nickname}`}>
      <button type="button" onClick={() => requestReport({ type: 'profile', id })}>
        Profil melden
      </button>
    </MemberMenu>
  )
}
