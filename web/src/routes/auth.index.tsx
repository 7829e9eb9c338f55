import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '#web/app/page-head.ts'
import { SignInRequired } from '#web/app/sign-in-required.tsx'

export const Route = createFileRoute('/auth/')({
  head: () => pageHead({ title: 'Anmelden', description: 'Melde dich bei HoT an.', path: '/auth', noindex: true }),
  component: AuthPage,
})

function AuthPage() {
  return (
    <div className="page">
      <SignInRequired />
    </div>
  )
}
