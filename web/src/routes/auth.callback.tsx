import { createFileRoute } from '@tanstack/react-router'
import { loadedHead } from '#web/app/loaded-head.ts'
import { pageHead } from '#web/app/page-head.ts'
import { SignInRequired } from '#web/app/sign-in-required.tsx'

/** Target of the sign-in redirect and of the link in the confirmation e-mail; what they bring is not stored or shown. */
export const Route = createFileRoute('/auth/callback')({
  loader: () => ({
    head: pageHead({
      title: 'Zurück von der Anmeldung',
      description: 'Hier kommst du nach der Anmeldung bei HoT an.',
      path: '/auth/callback',
      noindex: true,
    }),
  }),
  head: loadedHead,
  component: AuthCallbackPage,
})

function AuthCallbackPage() {
  return (
    <div className="page">
      <SignInRequired
        title="Zurück von der Anmeldung"
        text="Danke für den Klick. Mehr gibt es hier noch nicht zu tun."
      />
    </div>
  )
}
