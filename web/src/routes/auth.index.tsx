import { createFileRoute } from '@tanstack/react-router'
import { loadedHead } from '#web/app/loaded-head.ts'
import { pageHead } from '#web/app/page-head.ts'
import { SignInRequired } from '#web/app/sign-in-required.tsx'

export const Route = createFileRoute('/auth/')({
  loader: () => ({
    head: pageHead({ title: 'Anmelden', description: 'Melde dich bei HoT an.', path: '/auth', noindex: true }),
  }),
  head: loadedHead,
  component: AuthPage,
})

function AuthPage() {
  return (
    <div className="page">
      <SignInRequired />
    </div>
  )
}
