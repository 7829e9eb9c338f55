import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { accountKey } from '../account-queries.ts'
import { SectionSkeleton } from '../account-skeleton.tsx'
import { useMember } from '../member.tsx'
import { signInWays } from './identity.ts'
import { SignInAgain } from './sign-in-again.tsx'

type Props = { onProven: () => void; onClose: () => void }

/** Who is there? By password or provider. */
export function IdentityDialog({ onProven, onClose }: Props) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Kurz bestätigen"
      description="Damit das wirklich du bist, melde dich noch einmal an."
    >
      <Ways onProven={onProven} />
    </Dialog>
  )
}

function Ways({ onProven }: { onProven: () => void }) {
  const { user } = useMember()
  const { data, isError, refetch } = useQuery({
    queryKey: accountKey(user.id, 'sign-in-ways'),
    queryFn: signInWays,
    staleTime: 0,
  })
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <SectionSkeleton label="Einen Moment" />
  return <SignInAgain ways={data} onProven={onProven} />
}
