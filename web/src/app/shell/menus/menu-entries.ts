import { type ChartEntry, chartEntries, charts } from '@hot/domain/chart/entries'

export type MenuEntry = { to: string; emoji: string; title: string; line: string }
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

export const calendarEntry = { to: '/kalender', title: 'Kalender' } as const
