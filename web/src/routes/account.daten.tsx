import { createFileRoute } from '@tanstack/react-router'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { DataPage } from '#web/features/account/data/data-page.tsx'
import { signInWithProvider } from '#web/features/sign-in/providers/provider-sign-in.ts'

export const Route = createFileRoute('/account/daten')({
  loader: () => ({
    head: pageHead({
      title: 'Deine Daten',
      description: 'Daten mitnehmen oder Account löschen.',
      path: '/account/daten',
      noindex: true,
    }),
  }),
  head: loadedHead,
  // Deleting requires a fresh sign-in, which belongs to the sign-in feature.
  component: () => <DataPage signInWithProvider={signInWithProvider} />,
})
