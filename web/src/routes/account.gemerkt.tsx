import { createFileRoute } from '@tanstack/react-router'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { SavedPostsPage } from '#web/features/account/saved-posts.tsx'

export const Route = createFileRoute('/account/gemerkt')({
  loader: () => ({
    head: pageHead({
      title: 'Gemerkt',
      description: 'Die Beiträge, die du dir gemerkt hast.',
      path: '/account/gemerkt',
      noindex: true,
    }),
  }),
  head: loadedHead,
  component: SavedPostsPage,
})
