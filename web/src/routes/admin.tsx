import { createFileRoute } from '@tanstack/react-router'
import { loadedHead } from '#web/app/loaded-head.ts'
import { pageHead } from '#web/app/page-head.ts'
import { SignInRequired } from '#web/app/sign-in-required.tsx'

/** Everyone is a guest until there are sessions; the database decides who is staff. */
export const Route = createFileRoute('/admin')({
  loader: () => ({
    head: pageHead({ title: 'Admin', description: 'Nur für das Team.', path: '/admin', noindex: true }),
  }),
  head: loadedHead,
  component: AdminPage,
})

function AdminPage() {
  return (
    <div className="page">
      <SignInRequired text="Hier arbeitet das Team von HoT. Bitte melde dich mit deinem Team-Konto an:" />
    </div>
  )
}
