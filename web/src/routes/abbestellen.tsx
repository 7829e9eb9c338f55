import { createFileRoute } from '@tanstack/react-router'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { UnsubscribePage } from '#web/features/notifications/unsubscribe-page.tsx'

export const Route = createFileRoute('/abbestellen')({
  loader: () => ({
    head: pageHead({
      title: 'Zusammenfassung abbestellen',
      description: 'Hier bestellst du die Mails von HoT ab.',
      path: '/abbestellen',
      noindex: true,
    }),
  }),
  head: loadedHead,
  component: UnsubscribePage,
})
