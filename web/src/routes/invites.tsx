import { createFileRoute, Link } from '@tanstack/react-router'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { InvitePanel } from '#web/features/invites/invite-panel.tsx'
import { PageHead } from '#web/ui/layout/heading.tsx'

export const Route = createFileRoute('/invites')({
  loader: () => ({
    head: pageHead({
      title: 'Einladungen',
      description: 'Hier löst du deine Einladung zu HoT ein.',
      path: '/invites',
      noindex: true,
    }),
  }),
  head: loadedHead,
  component: InvitesPage,
})

function InvitesPage() {
  return (
    <div className="page">
      <PageHead title="Einladungen" intro="Jemand will dich dabeihaben. Mit dem Code legst du hier dein Konto an." />
      <InvitePanel />
      <p className="meta text-center">
        <Link to="/invite-system" className="link">
          Wie Einladungen funktionieren
        </Link>
      </p>
    </div>
  )
}
