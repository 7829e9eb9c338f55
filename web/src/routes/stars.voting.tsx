import { createFileRoute } from '@tanstack/react-router'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { StarVotingSlot } from '#web/features/voting/deck/star-voting-slot.tsx'
import { PageHead } from '#web/ui/layout/heading.tsx'

export const Route = createFileRoute('/stars/voting')({
  loader: () => ({
    head: pageHead({
      title: 'Stars bewerten',
      description: 'Wiedersehen, echt oder Drama: Bewerte Reality-Stars mit drei Fragen und mach die HoT Bestenliste.',
      path: '/stars/voting',
    }),
  }),
  head: loadedHead,
  component: StarVotingPage,
})

function StarVotingPage() {
  return (
    <div className="page">
      {/* Members know what this is: their screen belongs to the stack. */}
      <div className="in-[[data-viewer]]:sr-only">
        <PageHead
          title="Stars bewerten"
          intro="Drei Fragen pro Star, jede von 1 bis 5: Wie sehr willst du sie oder ihn wieder sehen? Wie echt? Wie viel Drama? Aus allen Stimmen wird der HoT-Score."
        />
      </div>
      <StarVotingSlot />
    </div>
  )
}
