import { useCallback, useState } from 'react'
import { SignInRequired } from '#web/entities/member/sign-in-required.tsx'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { useArrival } from '#web/ui/hooks/use-lazy-module.ts'
import { VotingSkeleton } from './voting-skeleton.tsx'

const load = () => import('./star-voting.tsx')
const reload = () => window.location.reload()

/** The stack for members, loaded when one is here; what guests meet instead. */
export function StarVotingSlot() {
  const isMember = useViewer().state === 'member'
  const [failed, setFailed] = useState(false)
  const fail = useCallback(() => setFailed(true), [])
  const Voting = useArrival(isMember, load, fail)?.default
  if (!isMember)
    return (
      <>
        <div className="in-[[data-viewer]]:hidden">
          <SignInRequired as="h2" text="Zum Bewerten brauchst du ein Konto. Bitte melde dich an:" />
        </div>
        <div className="hidden in-[[data-viewer]]:block">
          <Waiting />
        </div>
      </>
    )
  if (Voting) return <Voting />
  return failed ? <ErrorState title="Die Stars konnten nicht geladen werden" onRetry={reload} /> : <Waiting />
}

/** As wide as the stack that comes. */
function Waiting() {
  return (
    <div className="mx-auto max-w-105">
      <VotingSkeleton />
    </div>
  )
}
