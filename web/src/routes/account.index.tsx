import { createFileRoute } from '@tanstack/react-router'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { AccountOverview } from '#web/features/account/account-overview.tsx'

export const Route = createFileRoute('/account/')({
  loader: () => ({
    head: pageHead({ title: 'Mein Account', description: 'Dein Account bei HoT.', path: '/account', noindex: true }),
  }),
  head: loadedHead,
  component: AccountOverview,
})
