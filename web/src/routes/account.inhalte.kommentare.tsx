import { createFileRoute } from '@tanstack/react-router'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { OwnComments } from '#web/features/account/own-content.tsx'

export const Route = createFileRoute('/account/inhalte/kommentare')({
  loader: () => ({
    head: pageHead({
      title: 'Meine Kommentare',
      description: 'Deine Kommentare im Trashtalk.',
      path: '/account/inhalte/kommentare',
      noindex: true,
    }),
  }),
  head: loadedHead,
  component: OwnComments,
})
