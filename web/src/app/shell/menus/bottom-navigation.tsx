import { Link, useRouterState } from '@tanstack/react-router'
import CalendarDays from 'lucide-react/icons/calendar-days'
import House from 'lucide-react/icons/house'
import MessageCircle from 'lucide-react/icons/message-circle'
import Star from 'lucide-react/icons/star'
import Trophy from 'lucide-react/icons/trophy'
import Tv from 'lucide-react/icons/tv'
import { Icon } from '#web/ui/media/icon.tsx'

export type BottomTab = { to: string; title: string; icon: 'home' | 'star' | 'tv' | 'talk' | 'trophy' | 'calendar' }

export const bottomTabs: readonly BottomTab[] = [
  { to: '/', title: 'Home', icon: 'home' },
  { to: '/stars', title: 'Stars', icon: 'star' },
  { to: '/formate', title: 'Formate', icon: 'tv' },
  { to: '/trashtalk', title: 'Trashtalk', icon: 'talk' },
  { to: '/charts', title: 'Charts', icon: 'trophy' },
  { to: '/kalender', title: 'Kalender', icon: 'calendar' },
]

const icons = { home: House, star: Star, tv: Tv, talk: MessageCircle, trophy: Trophy, calendar: CalendarDays }

/**
 * In the apps a tab takes the place of another, as the systems' own do: Back leads out of them, not through all that were
 * looked at. Spelled out: by a constant of another module the website would carry it.
 */
const betweenTabs = (path: string) =>
  import.meta.env.VITE_SHELL === 'native' ? { replace: bottomTabs.some(({ to }) => to === path) } : null

/** The bottom bar: on narrow screens, and always in the native shells; hidden while an on-screen keyboard is open. */
export function BottomNavigation() {
  const path = useRouterState({ select: (state) => state.location.pathname })
  return (
    <nav className="bottom-bar" aria-label="Schnellzugriff">
      {bottomTabs.map(({ to, title, icon }) => (
        <Link key={to} to={to} {...betweenTabs(path)} aria-current={isActivePath(path, to) ? 'page' : undefined}>
          <span>
            <Icon of={icons[icon]} size={24} />
          </span>
          {title}
        </Link>
      ))}
    </nav>
  )
}

/**
 * A tab is active when the path equals or starts with the tab's path.
 * Every path starts with `/`, so home is active on itself only.
 */
export function isActivePath(path: string, tabPath: string): boolean {
  if (path === tabPath) return true
  return tabPath !== '/' && path.startsWith(`${tabPath}/`)
}
