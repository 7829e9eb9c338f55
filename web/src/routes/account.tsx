import { createFileRoute } from '@tanstack/react-router'
import { guestsGoHome } from '#web/app/guests-go-home.ts'
import { pageHead } from '#web/app/page-head.ts'

export const Route = createFileRoute('/account')({
  beforeLoad: guestsGoHome,
  head: () =>
    pageHead({ title: 'Mein Account', description: 'Dein Account bei HoT.', path: '/account', noindex: true }),
})
