import { useQueryClient } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useSignInGate } from '#web/lib/auth/viewer/sign-in-request.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { MembersOnly } from './members-only.tsx'

const load = () => import('./ties/follow-button.tsx')

type Props = { type: 'format' | 'member'; id: string; title: string }

/** Says what is followed where it stands beside other things that one could follow. */
const labels = { format: 'Format folgen', member: 'Folgen' } as const

/** "Format folgen": guests sign in first; what members see is loaded for them only, at the same place. */
export function FollowSlot(target: Props) {
  return (
    <MembersOnly
      load={load}
      fallback={<GuestFollow {...target} />}
      loading={<FollowFace type={target.type} disabled />}
    >
      {({ FollowButton }) => <FollowButton {...target} label={labels[target.type]} />}
    </MembersOnly>
  )
}

function GuestFollow({ type, id }: Props) {
  const client = useQueryClient()
  const gate = useSignInGate({ description: 'Zum Folgen brauchst du ein Konto. Bitte melde dich an:' })
  const follow = () => void import('./ties/follows.tsx').then((ties) => ties.follow(client, { type, id }))
  return <FollowFace type={type} onClick={() => gate(follow)} />
}

type FaceProps = { type: Props['type']; disabled?: boolean; onClick?: () => void }

/** The main button of a format. */
function FollowFace({ type, ...props }: FaceProps) {
  return (
    <Button variant={type === 'format' ? 'hot' : 'plain'} {...props}>
      <Icon of={Plus} size={16} />
      {labels[type]}
    </Button>
  )
}
