import { createFileRoute } from '@tanstack/react-router'
import { loadedHead } from '#web/app/loaded-head.ts'
import { pageHead } from '#web/app/page-head.ts'
import { SettingsPage } from '#web/features/account/settings-page.tsx'

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
