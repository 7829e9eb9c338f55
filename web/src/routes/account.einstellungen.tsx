import { createFileRoute } from '@tanstack/react-router'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { SettingsPage } from '#web/features/account/settings/settings-page.tsx'

export const Route = createFileRoute('/account/einstellungen')({
  loader: () => ({
    head: pageHead({
      title: 'Einstellungen',
      description: 'Darstellung, Statistik und Benachrichtigungen.',
      path: '/account/einstellungen',
      noindex: true,
    }),
  }),
  head: loadedHead,
  component: SettingsPage,
})
