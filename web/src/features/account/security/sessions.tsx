import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { signOut } from '#web/lib/auth/session/session-actions.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { sessionsQuery } from '../account-queries.ts'
import { SectionSkeleton } from '../account-skeleton.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { useMember } from '../member.tsx'
import { SessionRow } from './session-row.tsx'

/** Where one is signed in, and the ways out. */
export function Sessions() {
  const { user } = useMember()
  const { data, isError, refetch } = useQuery(sessionsQuery(user.id))
  const [asking, setAsking] = useState<'others' | 'global' | null>(null)
  const [now] = useState(() => new Date().toISOString())
  if (isError && !data)
    return <ErrorState title="Deine Geräte konnten nicht geladen werden" onRetry={() => void refetch()} />
  if (!data) return <SectionSkeleton label="Deine Geräte werden geladen" />

  const endOthers = async () => {
    await signOut('others')
    await refetch()
    showToast({ title: 'Andere abgemeldet', text: 'Nur dieses Gerät bleibt angemeldet.' })
  }
  const endAll = async () => {
    await signOut('global')
    showToast({ title: 'Überall abgemeldet' })
  }
  return (
    <div className="grid gap-4">
      <ul>
        {data.map((session) => (
          <SessionRow key={session.id} session={session} now={now} />
        ))}
      </ul>
      {data.length === 1 && <p className="meta">Sonst bist du nirgends angemeldet.</p>}
      <div className="flex flex-wrap gap-2">
        {data.length > 1 && <Button onClick={() => setAsking('others')}>Andere abmelden</Button>}
        <Button variant="danger" onClick={() => setAsking('global')}>
          Überall abmelden
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title={asking === 'others' ? 'Andere abmelden?' : 'Überall abmelden?'}
          text={
            asking === 'others'
              ? 'Auf allen anderen Geräten musst du dich neu anmelden.'
              : 'Auf allen Geräten, auch auf diesem hier, musst du dich neu anmelden.'
          }
          confirm="Abmelden"
          onConfirm={asking === 'others' ? endOthers : endAll}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  )
}
