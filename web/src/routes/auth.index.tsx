import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { SignInPage } from '#web/features/sign-in/sign-in-screen.tsx'

export const Route = createFileRoute('/auth/')({
  loader: () => ({
    head: pageHead({ title: 'Anmelden', description: 'Melde dich bei HoT an.', path: '/auth', noindex: true }),
  }),
  head: loadedHead,
  component: AuthPage,
})

function AuthPage() {
  const router = useRouter()
  const goOn = useCallback((path: string) => router.history.replace(path), [router])
  return (
    <div className="page">
      <SignInPage onContinue={goOn} />
    </div>
  )
}
