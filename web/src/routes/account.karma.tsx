import { createFileRoute } from '@tanstack/react-router'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { KarmaPage } from '#web/features/account/karma-page.tsx'

export const Route = createFileRoute('/account/karma')({
  loader: () => ({
    head: pageHead({
      title: 'Mein Karma',
      description: 'Wofür du bei HoT Karma bekommen hast.',
      path: '/account/karma',
      noindex: true,
    }),
  }),
  head: loadedHead,
  component: KarmaPage,
})
