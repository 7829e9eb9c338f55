import { createFileRoute } from '@tanstack/react-router'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { ConfirmConcernPage } from '#web/features/moderation/concerns/confirm-concern-page.tsx'

export const Route = createFileRoute('/es-geht-um-mich/bestaetigen')({
  loader: () => ({
    head: pageHead({
      title: 'Anliegen bestätigen',
      description: 'Hier bestätigst du dein Anliegen bei HoT.',
      path: '/es-geht-um-mich/bestaetigen',
      noindex: true,
    }),
  }),
  head: loadedHead,
  component: ConfirmConcernPage,
})
