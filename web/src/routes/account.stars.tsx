import { createFileRoute } from '@tanstack/react-router'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { OwnStarsPage } from '#web/features/account/own-stars.tsx'

export const Route = createFileRoute('/account/stars')({
  loader: () => ({
    head: pageHead({
      title: 'Meine Stars',
      description: 'Die Stars, deren Fan du bist.',
      path: '/account/stars',
      noindex: true,
    }),
  }),
  head: loadedHead,
  component: OwnStarsPage,
})
