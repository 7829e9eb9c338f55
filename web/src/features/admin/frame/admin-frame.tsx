import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Tabs } from '#web/ui/tabs.tsx'
import { type NavEntry, navGroups } from './nav-entries.ts'
import { useStaff } from './staff.tsx'
import './admin.css'

const isOpenTo = (isAdmin: boolean) => (entry: NavEntry) => isAdmin || !entry.adminOnly

/** Around every screen of the admin area: the menu beside it, above it on phones. */
export function AdminFrame({ children }: { children: ReactNode }) {
  const { isAdmin } = useStaff()
  const groups = navGroups.map((group) => ({ ...group, entries: group.entries.filter(isOpenTo(isAdmin)) }))
  return (
    <div className="admin">
      <aside className="admin-side">
        <nav aria-label="Admin">
          {groups.map((group) => (
            <section key={group.title}>
              <h2 className="meta">{group.title}</h2>
              {group.entries.map((entry) => (
                <Entry key={entry.path} entry={entry} className="admin-link" />
              ))}
            </section>
          ))}
        </nav>
      </aside>
      <div className="admin-tabs">
        <Tabs label="Admin">
          {groups.flatMap((group) =>
            group.entries.map((entry) => <Entry key={entry.path} entry={entry} className="tab" />),
          )}
        </Tabs>
      </div>
      <div className="admin-main">{children}</div>
    </div>
  )
}

function Entry({ entry, className }: { entry: NavEntry; className: string }) {
  return (
    <Link to={entry.path} activeOptions={{ exact: true }} className={className}>
      {entry.title}
    </Link>
  )
}
