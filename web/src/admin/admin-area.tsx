import { memberSentences } from '@hot/domain/member/refusals'
import { useQuery } from '@tanstack/react-query'
import { CatchBoundary, type ErrorRouteComponent, Link, useRouterState } from '@tanstack/react-router'
import Menu from 'lucide-react/icons/menu'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import type { AssuranceLevel } from '#web/lib/auth/viewer/viewer.ts'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/state.tsx'
import { keepFocusInLists } from '#web/ui/hooks/focus-refuge.ts'
import { Tabs } from '#web/ui/layout/navigation.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { adminBadgesQuery } from './dashboard/badges.ts'
import { DecisionBar } from './decisions/bar.tsx'
import { accessQuery, StaffProvider, useStaff } from './kit/access.tsx'
import { Waiting } from './kit/screen.tsx'
import { useWrite } from './kit/write.ts'
import { entryOf, groupOf, isOpenTo, type NavEntry, navGroups, waitingAt } from './navigation.ts'
import type { PaletteStart } from './palette-dialog.tsx'
import { type Screen, screenAt } from './screens.ts'
import './kit/admin.css'

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
  if (!known) return <Loading />
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
    <Suspense fallback={<Loading />}>
      <View id={id} />
    </Suspense>
  )
}

function Loading() {
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

/** Layout of all admin screens: the menu beside the screen; on phones the tabs of one group above it, and a menu of all. */
function AdminLayout({ children }: { children: ReactNode }) {
  const { isAdmin, userId } = useStaff()
  const badges = useQuery(adminBadgesQuery(userId, true)).data
  const palette = usePalette()
  const shownGroup = useRouterState({ select: (state) => groupOf(state.location.pathname) })
  const groups = navGroups.map((group) => ({ ...group, entries: group.entries.filter(isOpenTo(isAdmin)) }))
  const waiting = groups.flatMap(({ entries }) => entries).reduce((sum, entry) => sum + waitingAt(entry, badges), 0)
  return (
    <div className="admin">
      <aside className="admin-side">
        <nav aria-label="Admin">
          <button
            type="button"
            className="palette-button"
            aria-keyshortcuts="Control+K Meta+K"
            onClick={() => palette.show('field')}
          >
            Springen zu … <kbd>Strg K</kbd>
          </button>
          {groups.map((group) => (
            <section key={group.title}>
              <h2 className="meta">{group.title}</h2>
              {group.entries.map((entry) => (
                <Entry key={entry.path} entry={entry} waiting={waitingAt(entry, badges)} className="admin-link" />
              ))}
            </section>
          ))}
        </nav>
      </aside>
      <div className="admin-tabs">
        <button type="button" className="btn btn-small" aria-haspopup="dialog" onClick={() => palette.show('list')}>
          <Icon of={Menu} size={16} /> Menü
          <Waiting count={waiting} />
        </button>
        <Tabs label="Admin">
          {groups
            .filter(({ title }) => title === shownGroup)
            .flatMap(({ entries }) =>
              entries.map((entry) => (
                <Entry key={entry.path} entry={entry} waiting={waitingAt(entry, badges)} className="tab" />
              )),
            )}
        </Tabs>
      </div>
      {palette.failure && (
        <p role="alert" className="meta">
          {palette.failure}
        </p>
      )}
      {palette.start && (
        <Suspense>
          <PaletteDialog start={palette.start} badges={badges} onClose={palette.close} />
        </Suspense>
      )}
      <div className="admin-main">{children}</div>
      <DecisionBar />
    </div>
  )
}

function Entry({ entry, waiting, className }: { entry: NavEntry; waiting: number; className: string }) {
  const isCurrent = useRouterState({ select: (state) => entryOf(state.location.pathname) === entry.path })
  return (
    <Link
      to={entry.path}
      activeOptions={{ exact: true }}
      aria-current={isCurrent ? 'page' : undefined}
      className={className}
    >
      {entry.title}
      <Waiting count={waiting} />
    </Link>
  )
}

const loadDialog = () => import('./palette-dialog.tsx')
const PaletteDialog = lazy(loadDialog)

const isShortcut = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) =>
  (ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === 'k'

/** The dialog that jumps to any admin screen. In the admin area, Ctrl+K opens this instead of the site's search. */
function usePalette() {
  const [start, setStart] = useState<PaletteStart | null>(null)
  const loading = useWrite(loadDialog, { affects: [] })
  const show = async (where: PaletteStart) => {
    if (await loading.run()) setStart(where)
  }
  const latest = useRef(show)
  latest.current = show
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return
      event.preventDefault()
      // Captured, and stopped before it reaches the listener of the search.
      event.stopPropagation()
      void latest.current('field')
    }
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [])
  return { start, show, close: () => setStart(null), failure: loading.failure }
}
