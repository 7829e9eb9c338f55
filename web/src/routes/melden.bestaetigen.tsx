import { createFileRoute } from '@tanstack/react-router'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { ConfirmReportPage } from '#web/features/moderation/reports/confirm-report-page.tsx'

export const Route = createFileRoute('/melden/bestaetigen')({
  loader: () => ({
    head: pageHead({
      title: 'Meldung bestätigen',
      description: 'Hier bestätigst du deine Meldung bei HoT.',
      path: '/melden/bestaetigen',
      noindex: true,
    }),
  }),
  head: loadedHead,
  component: ConfirmReportPage,
})
