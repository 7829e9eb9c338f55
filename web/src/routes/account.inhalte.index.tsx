import { createFileRoute } from '@tanstack/react-router'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { OwnPosts } from '#web/features/account/own-content.tsx'

export const Route = createFileRoute('/account/inhalte/')({
  loader: () => ({
    head: pageHead({
      title: 'Meine Inhalte',
      description: 'Deine Beiträge und was daraus wurde.',
      path: '/account/inhalte',
      noindex: true,
    }),
  }),
  head: loadedHead,
  component: OwnPosts,
})
