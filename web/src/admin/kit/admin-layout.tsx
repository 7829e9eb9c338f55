import type { AdminBadges } from '@hot/domain/contract/admin/staff'
import { badgeText } from '@hot/domain/notification/limits'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { VisuallyHidden } from '#web/ui/layout/heading.tsx'
import { Tabs } from '#web/ui/layout/navigation.tsx'
import { adminBadgesQuery } from '../dashboard/badges.ts'
import { useStaff } from './access.tsx'
import { entryOf, isOpenTo, type NavEntry, navGroups } from './navigation.ts'
import { useWrite } from './write.ts'
import './admin.css'

/** Layout of all admin screens: the menu beside the screen, above it on phones. */
export function AdminLayout({ children }: { children: ReactNode }) {
  const { isAdmin, userId } = useStaff()
  const badges = useQuery(adminBadgesQuery(userId, true)).data
  const groups = navGroups.map((group) => ({ ...group, entries: group.entries.filter(isOpenTo(isAdmin)) }))
  return (
    <div className="admin">
      <aside className="admin-side">
        <nav aria-label="Admin">
          <CommandPalette />
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
        <Tabs label="Admin">
          {groups.flatMap((group) =>
            group.entries.map((entry) => (
              <Entry key={entry.path} entry={entry} waiting={waitingAt(entry, badges)} className="tab" />
            )),
          )}
        </Tabs>
      </div>
      <div className="admin-main">{children}</div>
    </div>
  )
}

const waitingAt = (entry: NavEntry, badges: AdminBadges | undefined): number =>
  (entry.badge && badges?.[entry.badge]) ?? 0

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
      {waiting > 0 && (
        <span className="admin-count">
          {badgeText(waiting)}
          <VisuallyHidden> offen</VisuallyHidden>
        </span>
      )}
    </Link>
  )
}

const loadDialog = () => import('./palette-dialog.tsx')
const PaletteDialog = lazy(loadDialog)

const isShortcut = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) =>
  (ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === 'k'

/** Jumps to any admin screen by name. In the admin area, Ctrl+K opens this instead of the site's search. */
function CommandPalette() {
  const [open, setOpen] = useState(false)
  const loading = useWrite(loadDialog, { affects: [], onDone: () => setOpen(true) })
  const latest = useRef(loading.run)
  latest.current = loading.run
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return
      event.preventDefault()
      // Captured, and stopped before it reaches the listener of the search.
      event.stopPropagation()
      void latest.current()
    }
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [])
  return (
    <>
      <button
        type="button"
        className="palette-button"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => void loading.run()}
      >
        Springen zu … <kbd>Strg K</kbd>
      </button>
      {loading.failure && (
        <p role="alert" className="meta">
          {loading.failure}
        </p>
      )}
      {open && (
        <Suspense>
          <PaletteDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
