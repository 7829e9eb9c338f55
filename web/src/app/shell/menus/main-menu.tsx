import { type ChartEntry, chartEntries, charts } from '@hot/domain/chart/entries'
import { Link, useRouterState } from '@tanstack/react-router'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { Icon } from '#web/ui/media/icon.tsx'
import { useDisclosures } from '#web/ui/overlays/use-disclosures.ts'
import { isActivePath } from './bottom-navigation.tsx'

type MenuEntry = { to: string; emoji: string; title: string; line: string }
export type MenuGroup = { title: string; path: string; entries: readonly MenuEntry[] }

const chartEntry = ({
  path,
  emoji,
  title,
  line,
}: Pick<ChartEntry, 'path' | 'emoji' | 'title' | 'line'>): MenuEntry => ({
  to: path,
  emoji,
  title,
  line,
})

/** Four dropdowns; the calendar is a link of its own. */
export const menuGroups: readonly MenuGroup[] = [
  {
    title: 'Stars',
    path: '/stars',
    entries: [
      { to: '/stars', emoji: '⭐', title: 'Alle Stars', line: 'Von A bis Z, von lau bis heiß' },
      { to: '/stars/voting', emoji: '🔥', title: 'Stars bewerten', line: 'Drei Fragen, keine Gnade' },
    ],
  },
  {
    title: 'Formate',
    path: '/formate',
    entries: [
      { to: '/formate', emoji: '📺', title: 'Alle Formate', line: 'Was läuft und was pausiert' },
      chartEntry(charts['format-statistiken']),
    ],
  },
  {
    title: 'Trashtalk',
    path: '/trashtalk',
    entries: [
      { to: '/trashtalk', emoji: '🔥', title: 'Alles im Überblick', line: 'Worüber gerade alle reden' },
      { to: '/trashtalk/geruechte', emoji: '👀', title: 'Gerüchte', line: 'Stimmt? Stimmt nicht?' },
      { to: '/trashtalk/umfragen', emoji: '🗳️', title: 'Umfragen', line: 'Demokratie, nur wichtiger' },
      { to: '/trashtalk/diskussionen', emoji: '💬', title: 'Diskussionen', line: 'Alle haben recht' },
      { to: '/trashtalk/erstellen', emoji: '✍️', title: 'Beitrag schreiben', line: 'Du weißt doch was' },
    ],
  },
  {
    title: 'Charts',
    path: '/charts',
    entries: [
      { to: '/charts', emoji: '📈', title: 'Alle Charts', line: 'Wer oben ist und wer war' },
      ...chartEntries.map(chartEntry),
    ],
  },
]

const calendarEntry = { to: '/kalender', title: 'Kalender' } as const

/** Shown from 1024 px on; on narrower screens the bottom bar leads to the same pages. */
export default function MainMenu() {
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
