import { createFileRoute } from '@tanstack/react-router'
import { loadedHead } from '#web/app/loaded-head.ts'
import { pageHead } from '#web/app/page-head.ts'
import { SignInRequired } from '#web/app/sign-in-required.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

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
      <PageHead
        title="Stars bewerten"
        intro="Drei Fragen pro Star, jede von 1 bis 5: Wie sehr willst du sie oder ihn wieder sehen? Wie echt? Wie viel Drama? Aus allen Stimmen wird der HoT-Score."
      />
      <SignInRequired as="h2" text="Zum Bewerten brauchst du ein Konto. Bitte melde dich an:" />
    </div>
  )
}
