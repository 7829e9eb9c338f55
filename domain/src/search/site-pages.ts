import { chartEntries } from '../chart/entries.ts'
import { searchFold, searchPatterns } from '../text/search-fold.ts'

/** A page of the site itself, as a search result. */
export type SitePage = { title: string; path: string; emoji: string; line: string }

/** `words`: what else people call it. */
const pages: readonly (SitePage & { words?: string })[] = [
  {
    title: 'Stars bewerten',
    path: '/stars/voting',
    emoji: '🔥',
    line: 'Drei Fragen pro Star',
    words: 'voting abstimmen',
  },
  { title: 'Alle Stars', path: '/stars', emoji: '⭐', line: 'Von A bis Z' },
  { title: 'Alle Formate', path: '/formate', emoji: '📺', line: 'Sendungen und Staffeln', words: 'shows' },
  {
    title: 'Kalender',
    path: '/kalender',
    emoji: '📅',
    line: 'Was wann wo läuft',
    words: 'tv programm sendetermine heute',
  },
  {
    title: 'Gerüchte',
    path: '/trashtalk/geruechte',
    emoji: '👀',
    line: 'Stimmt oder stimmt nicht?',
    words: 'trashtalk',
  },
  {
    title: 'Umfragen',
    path: '/trashtalk/umfragen',
    emoji: '📊',
    line: 'Eine Stimme für jede:n',
    words: 'trashtalk polls',
  },
  {
    title: 'Diskussionen',
    path: '/trashtalk/diskussionen',
    emoji: '💬',
    line: 'Alles andere',
    words: 'trashtalk forum',
  },
  { title: 'Charts', path: '/charts', emoji: '🏆', line: 'Alle Bestenlisten', words: 'ranking' },
  {
    title: 'Community-Guidelines',
    path: '/community-guidelines',
    emoji: '🤝',
    line: 'Wie wir miteinander reden',
    words: 'regeln',
  },
  {
    title: 'Datenschutz',
    path: '/datenschutz',
    emoji: '🔒',
    line: 'Was wir wissen und was nicht',
    words: 'dsgvo cookies',
  },
  {
    title: 'Barrierefreiheit',
    path: '/barrierefreiheit',
    emoji: '♿',
    line: 'Was geht, was noch fehlt',
    words: 'accessibility screenreader tastatur kontrast',
  },
  { title: 'Impressum', path: '/impressum', emoji: '📮', line: 'Wer dahintersteckt', words: 'kontakt' },
]

/** Charts and other pages of the site whose names have every word of the query. They are in the code, not in the database. */
export function matchSitePages(query: string): SitePage[] {
  const patterns = searchPatterns(query)
  if (patterns.length === 0) return []
  const has = (text: string) => patterns.every((pattern) => searchFold(text).includes(pattern))
  return [
    ...chartEntries.filter(({ title }) => has(title)),
    ...pages.filter(({ title, words }) => has(`${title} ${words ?? ''}`)),
  ]
}
