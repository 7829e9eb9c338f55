import { createFileRoute } from '@tanstack/react-router'
import { loadedHead } from '#web/app/loaded-head.ts'
import { pageHead } from '#web/app/page-head.ts'
import { SignInRequired } from '#web/app/sign-in-required.tsx'
import { StaffGate } from '#web/features/sign-in/staff-gate.tsx'

/** Everyone is a guest on the server; the database decides who is staff, and asks for their second factor. */
export const Route = createFileRoute('/admin')({
  loader: () => ({
    head: pageHead({ title: 'Admin', description: 'Nur für das Team.', path: '/admin', noindex: true }),
  }),
  head: loadedHead,
  component: AdminPage,
})

function AdminPage() {
  const ask = <SignInRequired text="Hier arbeitet das Team von HoT. Bitte melde dich mit deinem Team-Konto an:" />
  return (
    <div className="page">
      <StaffGate guest={ask}>{ask}</StaffGate>
    </div>
  )
}
