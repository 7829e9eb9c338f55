import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { CallbackScreen } from '#web/features/sign-in/callback/callback-screen.tsx'

/** Target of the sign-in redirect and of the links in our mails; their parameters are read in the browser only. */
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
  const router = useRouter()
  const goOn = useCallback((path: string) => router.history.replace(path), [router])
  return (
    <div className="page">
      <h1 className="visually-hidden">Zurück von der Anmeldung</h1>
      <CallbackScreen onContinue={goOn} />
    </div>
  )
}
