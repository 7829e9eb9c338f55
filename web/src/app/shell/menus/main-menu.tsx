import { Link, useRouterState } from '@tanstack/react-router'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { Icon } from '#web/ui/media/icon.tsx'
import { isActivePath } from './is-active-path.ts'
import { calendarEntry, type MenuEntry, type MenuGroup, menuGroups } from './menu-entries.ts'
import { useDisclosures } from './use-disclosures.ts'

/** Shown from 1024 px on; below, the bottom bar leads to the same places. */
export function MainMenu() {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const ref = useDisclosures<HTMLElement>()
  return (
    <nav ref={ref} className="main-menu" aria-label="Hauptmenü">
      <ul>
        {menuGroups.map((group) => (
          <li key={group.path} className="relative">
            <Dropdown group={group} current={isActivePath(path, group.path)} />
          </li>
        ))}
        <li>
          <Link className="menu-entry" to={calendarEntry.to}>
            {calendarEntry.title}
          </Link>
        </li>
      </ul>
    </nav>
  )
}

function Dropdown({ group, current }: { group: MenuGroup; current: boolean }) {
  return (
    <details name="main-menu" className="group h-full">
      <summary className="menu-entry" aria-current={current ? 'true' : undefined}>
        {group.title}
        <span className="transition-transform group-open:rotate-180">
          <Icon of={ChevronDown} size={16} />
        </span>
      </summary>
      <ul className="menu-sheet mega-menu absolute top-full left-0 w-136">
        {group.entries.map((entry) => (
          <li key={entry.to}>
            <Entry entry={entry} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function Entry({ entry }: { entry: MenuEntry }) {
  return (
    <Link className="mega-entry" to={entry.to} activeOptions={{ exact: true }}>
      <span aria-hidden="true">{entry.emoji}</span>
      <span>
        <strong>{entry.title}</strong>
        <small>{entry.line}</small>
      </span>
    </Link>
  )
}
