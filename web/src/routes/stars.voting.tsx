import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { MembersOnly, SignInRequired } from '#web/entities/member/members-only.tsx'
import { tryCardQuery } from '#web/entities/star/api.ts'
import { GuestCard } from '#web/features/voting/deck/guest-card.tsx'
import { VotingSkeleton } from '#web/features/voting/deck/voting-skeleton.tsx'
import { ErrorState } from '#web/ui/feedback/state.tsx'
import { PageHead } from '#web/ui/layout/heading.tsx'

export const Route = createFileRoute('/stars/voting')({
  loader: async ({ context: { queryClient } }) => {
    await queryClient.ensureQueryData(tryCardQuery)
    return {
      head: pageHead({
        title: 'Stars bewerten',
        description:
          'Wiedersehen, echt oder Drama: Bewerte Reality-Stars mit drei Fragen und mach die HoT Bestenliste.',
        path: '/stars/voting',
      }),
    }
  },
  head: loadedHead,
  component: StarVotingPage,
})

const load = () => import('#web/features/voting/deck/star-voting.tsx')

function StarVotingPage() {
  return (
    // The tilted sheets below a tall card, and cards that fly away, reach beyond a phone's screen.
    <div className="page overflow-x-clip">
      {/* Hidden for members, who know the page: the stack gets the space. */}
      <div className="in-[[data-viewer]]:sr-only">
        <PageHead
          title="Stars bewerten"
          intro="Drei Fragen pro Star, jede von 1 bis 5: Wie sehr willst du sie oder ihn wieder sehen? Wie echt? Wie viel Drama? Aus allen Stimmen wird der HoT-Score."
        />
      </div>
      <MembersOnly
        load={load}
        fallback={<Guest />}
        loading={<Waiting />}
        failed={<ErrorState title="Die Stars konnten nicht geladen werden" onRetry={() => window.location.reload()} />}
      >
        {({ StarVoting }) => <StarVoting guest={<Guest />} />}
      </MembersOnly>
    </div>
  )
}

/** One card to try, then the door. With a stored session, the skeleton is shown until it is verified. */
function Guest() {
  const { data: star } = useQuery(tryCardQuery)
  return (
    <>
      <div className="in-[[data-viewer]]:hidden">
        {star ? (
          <GuestCard star={star} />
        ) : (
          <SignInRequired as="h2" text="Zum Bewerten brauchst du ein Konto. Bitte melde dich an:" />
        )}
      </div>
      <div className="hidden in-[[data-viewer]]:block">
        <Waiting />
      </div>
    </>
  )
}

/** As wide as the cards that replace it. */
function Waiting() {
  return (
    <div className="mx-auto max-w-105">
      <VotingSkeleton />
    </div>
  )
}
