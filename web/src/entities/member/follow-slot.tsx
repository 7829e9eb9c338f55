import { useQueryClient } from '@tanstack/react-query'
import { useSignInGate } from '#web/lib/auth/viewer/sign-in-request.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { MembersOnly } from './members-only.tsx'

const load = () => import('./ties/follow-button.tsx')

type Props = { type: 'format' | 'member'; id: string; title: string }

/** "Folgen": guests sign in first; what members see is loaded for them only, at the same place. */
export function FollowSlot(target: Props) {
  return (
    <MembersOnly load={load} fallback={<GuestFollow {...target} />} loading={<Button disabled>Folgen</Button>}>
      {({ FollowButton }) => <FollowButton {...target} />}
    </MembersOnly>
  )
}

function GuestFollow({ type, id }: Props) {
  const client = useQueryClient()
  const gate = useSignInGate({ description: 'Zum Folgen brauchst du ein Konto. Bitte melde dich an:' })
  const follow = () => void import('./ties/follows.tsx').then((ties) => ties.follow(client, { type, id }))
  return <Button onClick={() => gate(follow)}>Folgen</Button>
}
