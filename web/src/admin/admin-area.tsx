import { memberSentences } from '@hot/domain/member/refusals'
import { useQuery } from '@tanstack/react-query'
import { CatchBoundary, type ErrorRouteComponent } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import type { AssuranceLevel } from '#web/lib/auth/viewer/viewer.ts'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/state.tsx'
import { keepFocusInLists } from '#web/ui/hooks/focus-refuge.ts'
import { AdminLayout } from './admin-layout.tsx'
import { accessQuery, StaffProvider } from './kit/access.tsx'
import { type Screen, screenAt } from './screens.ts'

type Props = {
  userId: string
  assurance: AssuranceLevel
  /** The session has ended: the screen stays as it is until its member is back. */
  away: boolean
  path: string
  /** For staff without a second factor: how to set one up. */
  enrolment: ReactNode
  /** In place of a screen that failed. The menu stays, and what was decided but is not stored. */
  errorScreen: ErrorRouteComponent
}

/** The admin area, loaded for members who open it. The database decides on their access. */
export default function AdminArea({ userId, assurance, away, path, enrolment, errorScreen }: Props) {
  // At once and not when the page is idle: here somebody decides about the first row as soon as it is there.
  useEffect(keepFocusInLists, [])
  const access = useQuery({ ...accessQuery(userId, assurance), enabled: !away })
  // The last answer, because right after signing in again there is none, and the screen must not go for that.
  const [known, setKnown] = useState(access.data)
  if (!away && access.data && access.data !== known) setKnown(access.data)
  if (access.isError && !known)
    return (
      <div className="page">
        <ErrorState title="Deine Rechte konnten nicht geprüft werden" onRetry={() => void access.refetch()} />
      </div>
    )
  if (!known) return <Waiting />
  if (known === 'none') return <NoAccess />
  if (known === 'factor-missing') return enrolment
  const isAdmin = known === 'admin'
  const found = screenAt(path)
  return (
    <StaffProvider value={{ userId, isAdmin }}>
      <AdminLayout>
        {!found && <EmptyState emoji="🚪" title="Diese Seite gibt es nicht." text="Nimm eine aus dem Menü." />}
        {found && (isAdmin || !found.screen.adminOnly) && (
          <CatchBoundary getResetKey={() => path} errorComponent={errorScreen}>
            <Shown key={path} screen={found.screen} id={found.id} />
          </CatchBoundary>
        )}
        {found?.screen.adminOnly && !isAdmin && <EmptyState emoji="🔒" title={memberSentences['not_allowed.admins']} />}
      </AdminLayout>
    </StaffProvider>
  )
}

function Shown({ screen, id }: { screen: Screen; id: string }) {
  const View = useMemo(() => lazy(screen.load), [screen])
  useEffect(() => {
    document.title = `${screen.title} · Admin · HoT`
  }, [screen])
  return (
    <Suspense fallback={<Waiting />}>
      <View id={id} />
    </Suspense>
  )
}

function Waiting() {
  return (
    <div className="page" role="status" aria-label="Wird geladen">
      <Skeleton className="h-40" />
    </div>
  )
}

function NoAccess() {
  return (
    <div className="page">
      <EmptyState
        emoji="🔒"
        title="Kein Zutritt"
        text="Hier arbeitet das Team von HoT. Dein Account gehört nicht dazu."
      />
    </div>
  )
}
