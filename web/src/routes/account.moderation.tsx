import { createFileRoute } from '@tanstack/react-router'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { ModerationPage } from '#web/features/moderation/sanctions/moderation-page.tsx'

export const Route = createFileRoute('/account/moderation')({
  loader: () => ({
    head: pageHead({
      title: 'Moderation',
      description: 'Was das Team zu deinen Inhalten entschieden hat.',
      path: '/account/moderation',
      noindex: true,
    }),
  }),
  head: loadedHead,
  component: ModerationPage,
})
