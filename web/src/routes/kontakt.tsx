import { createFileRoute } from '@tanstack/react-router'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { contactQuery } from '#web/features/legal/api.ts'
import { ContactPage } from '#web/features/moderation/concerns/contact-page.tsx'

export const Route = createFileRoute('/kontakt')({
  loader: async ({ context }) => ({
    isOpen: await context.queryClient.ensureQueryData(contactQuery),
    head: pageHead({
      title: 'Kontakt',
      description: 'Schreib an die, die HoT betreiben: ohne Konto, mit Bestätigung, und ein Mensch antwortet dir.',
      path: '/kontakt',
    }),
  }),
  head: loadedHead,
  component: function Contact() {
    return <ContactPage isOpen={Route.useLoaderData().isOpen} />
  },
})
