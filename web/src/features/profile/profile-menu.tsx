import type { ProfilePage } from '@hot/domain/contract/member'
import { MemberMenu } from '#web/entities/member/ties/block-buttons.tsx'
import { ModerateEntry, reportRequest } from '#web/entities/post/content-requests.tsx'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'

/** For members, on the profile of somebody else: mute, block, report; for staff, decide. */
export function ProfileMenu({ profile }: { profile: ProfilePage }) {
  const viewer = useViewer()
  if (viewer.state !== 'member' || viewer.user.id === profile.id) return null
  const { id, nickname, slug, avatar_url, karma } = profile
  return (
    <MemberMenu member={{ id, nickname, slug, avatar_url, karma }} label={`Mehr zu ${nickname}`}>
      <ModerateEntry type="profile" id={id} />
      <button type="button" onClick={() => reportRequest.request({ type: 'profile', id })}>
        Profil melden
      </button>
    </MemberMenu>
  )
}
