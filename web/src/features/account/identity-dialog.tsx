import { useQuery } from '@tanstack/react-query'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { accountKey } from './account-queries.ts'
import { SectionSkeleton } from './account-skeleton.tsx'
import { CodeForm } from './code-form.tsx'
import { type Proof, signInWays } from './identity.ts'
import { useMember } from './member.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import { factorsQuery } from './two-factor-queries.ts'

type Props = { proof: Proof; onProven: () => void; onClose: () => void }

/** Who is there? By password or provider, or by a code of the second factor. */
export function IdentityDialog({ proof, onProven, onClose }: Props) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Kurz bestätigen"
      description={
        proof === 'code'
          ? 'Gib den Code ein, der gerade in deiner Authenticator-App steht.'
          : 'Damit das wirklich du bist, melde dich noch einmal an.'
      }
    >
      {proof === 'code' ? <AskCode onProven={onProven} /> : <AskSignIn onProven={onProven} />}
    </Dialog>
  )
}

function AskCode({ onProven }: { onProven: () => void }) {
  const { user } = useMember()
  const { data, isError, refetch } = useQuery(factorsQuery(user.id))
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <SectionSkeleton label="Deine Geräte werden geladen" />
  return <CodeForm factors={data} onProven={onProven} submit="Bestätigen" />
}

function AskSignIn({ onProven }: { onProven: () => void }) {
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
