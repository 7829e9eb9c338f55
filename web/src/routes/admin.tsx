import { createFileRoute, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { RouteErrorScreen } from '#web/app/errors/error-screens.tsx'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { MembersOnly, SignInRequired } from '#web/entities/member/members-only.tsx'
import { StaffGate } from '#web/features/sign-in/forms/staff-gate.tsx'
import { useViewer, type Viewer } from '#web/lib/auth/viewer/viewer.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/state.tsx'

/** Everyone is a guest on the server; the database decides who is staff, and requires their second factor. */
export const Route = createFileRoute('/admin')({
  loader: () => ({
    head: pageHead({ title: 'Admin', description: 'Nur für das Team.', path: '/admin', noindex: true }),
  }),
  head: loadedHead,
  component: AdminPage,
})

const load = () => import('#web/admin/admin-area.tsx')
const loadNickname = () => import('#web/features/sign-in/prompts/nickname-dialog.tsx')
const loadEnrolment = () => import('#web/features/account/security/staff-enrolment.tsx')

function AdminPage() {
  const guest = (
    <div className="page">
      <SignInRequired text="Hier arbeitet das Team von HoT. Bitte melde dich mit deinem Team-Konto an:" />
    </div>
  )
  return (
    <StaffGate guest={guest}>{(member, away) => <Area key={member.user.id} member={member} away={away} />}</StaffGate>
  )
}

/** The screens have their own route table (ADR 010), so that guests do not download it. */
function Area({ member, away }: { member: Extract<Viewer, { state: 'member' }>; away: boolean }) {
  const path = useRouterState({ select: (state) => state.location.pathname })
  if (member.role !== 'user' && member.profile && member.profile.nickname === null) return <Nameless />
  return (
    <MembersOnly load={load} failed={<NotLoaded />}>
      {({ default: AdminArea }) => (
        <AdminArea
          userId={member.user.id}
          assurance={member.assurance.current}
          away={away}
          path={path}
          enrolment={<Enrolment />}
          errorScreen={RouteErrorScreen}
        />
      )}
    </MembersOnly>
  )
}

/** The log names who decides: staff choose a nickname before anything else. */
function Nameless() {
  const [asking, setAsking] = useState(false)
  const viewer = useViewer()
  const asksAge = viewer.state === 'member' && viewer.profile?.needs_age === true
  return (
    <div className="page">
      <EmptyState
        emoji="🪪"
        title="Such dir zuerst einen Nickname aus"
        text="Im Protokoll steht bei jeder Entscheidung, wer sie getroffen hat. Danach geht es hier weiter."
      >
        <Button variant="hot" onClick={() => setAsking(true)}>
          Nickname wählen
        </Button>
      </EmptyState>
      {asking && (
        <MembersOnly load={loadNickname} failed={<NotLoaded />}>
          {({ NicknameDialog }) => <NicknameDialog asksAge={asksAge} onClose={() => setAsking(false)} />}
        </MembersOnly>
      )}
    </div>
  )
}

function Enrolment() {
  const viewer = useViewer()
  return (
    <MembersOnly load={loadEnrolment} failed={<NotLoaded />}>
      {({ default: StaffEnrolment }) => viewer.state === 'member' && <StaffEnrolment member={viewer} />}
    </MembersOnly>
  )
}

function NotLoaded() {
  return (
    <div className="page">
      <ErrorState title="Der Team-Bereich konnte nicht geladen werden" onRetry={() => window.location.reload()} />
    </div>
  )
}
