import { createFileRoute } from '@tanstack/react-router'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { SecurityPage } from '#web/features/account/security/security-page.tsx'
import { signInWithProvider } from '#web/features/sign-in/providers/provider-sign-in.ts'

export const Route = createFileRoute('/account/sicherheit')({
  loader: () => ({
    head: pageHead({
      title: 'Sicherheit',
      description: 'E-Mail, Passwort, Zwei-Faktor und angemeldete Geräte.',
      path: '/account/sicherheit',
      noindex: true,
    }),
  }),
  head: loadedHead,
  // A change of address requires a fresh sign-in, which belongs to the sign-in feature.
  component: () => <SecurityPage signInWithProvider={signInWithProvider} />,
})
