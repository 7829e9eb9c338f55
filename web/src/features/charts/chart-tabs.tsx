import { Link } from '@tanstack/react-router'
import { Tabs } from '#web/ui/layout/tabs.tsx'

const charts = [
  { to: '/charts/stars/hot-bestenliste', label: 'HoT Bestenliste' },
  { to: '/charts/stars/format-statistiken', label: 'Format Statistiken' },
  { to: '/charts/stars/social-media-bestenliste', label: 'Social Media' },
  { to: '/charts/community/meinungsmacher', label: 'Meinungsmacher' },
  { to: '/charts/community/karma-champs', label: 'Karma Champions' },
] as const

/** The way between the charts. */
export function ChartTabs() {
  return (
    <Tabs label="Charts">
      {charts.map(({ to, label }) => (
        <Link key={to} to={to} activeOptions={{ includeSearch: false }}>
          {label}
        </Link>
      ))}
    </Tabs>
  )
}
