import { createFileRoute } from '@tanstack/react-router'
import { guestsGoHome } from '#web/app/guests-go-home.ts'
import { loadedHead } from '#web/app/loaded-head.ts'
import { pageHead } from '#web/app/page-head.ts'

export const Route = createFileRoute('/account')({
  beforeLoad: guestsGoHome,
  loader: () => ({
    head: pageHead({ title: 'Mein Account', description: 'Dein Account bei HoT.', path: '/account', noindex: true }),
  }),
  head: loadedHead,
})
