import { createFileRoute, useRouterState } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { SignInRequired } from '#web/entities/member/sign-in-required.tsx'
import { StaffGate } from '#web/features/sign-in/staff-gate.tsx'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { useArrival } from '#web/ui/hooks/use-lazy-module.ts'

/** Everyone is a guest on the server; the database decides who is staff, and asks for their second factor. */
export const Route = createFileRoute('/admin')({
  loader: () => ({
    head: pageHead({ title: 'Admin', description: 'Nur für das Team.', path: '/admin', noindex: true }),
  }),
  head: loadedHead,
  component: AdminPage,
})

const load = () => import('#web/admin/admin-area.tsx')
const reload = () => window.location.reload()

function AdminPage() {
  const guest = (
    <div className="page">
      <SignInRequired text="Hier arbeitet das Team von HoT. Bitte melde dich mit deinem Team-Konto an:" />
    </div>
  )
  return (
    <StaffGate guest={guest}>
      <Area />
    </StaffGate>
  )
}

/** The screens have a table of addresses of their own (ADR 010), so that no guest carries their names. */
function Area() {
  const viewer = useViewer()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const [failed, setFailed] = useState(false)
  const fail = useCallback(() => setFailed(true), [])
  const isMember = viewer.state === 'member'
  const AdminArea = useArrival(isMember, load, fail)?.default
  if (failed)
    return (
      <div className="page">
        <ErrorState title="Der Team-Bereich konnte nicht geladen werden" onRetry={reload} />
      </div>
    )
  return isMember && AdminArea ? <AdminArea userId={viewer.user.id} path={path} /> : null
}
