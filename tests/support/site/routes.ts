import { chartEntries } from '@hot/domain/chart/entries'
import { listedPages } from '@hot/domain/url/app-links'
import type { Samples } from './samples.ts'

type Text = string | ((samples: Samples) => string)

export type PublicRoute = {
  name: string
  path: Text
  /** Omitted where it is the h1 followed by the site's name. */
  title?: Text | RegExp
  /** Full text of the only h1; omitted where only its existence counts. */
  h1?: Text
  /** Personal pages or search results: no canonical address. */
  unlisted?: boolean
}

const of = (title: string) => `${title} – HoT`
/** The site's name is not repeated. */
const fullTitle = (title: string) => (title.startsWith('HoT') ? title : of(title))

/** Public routes whose title or headline is told apart, or whose path has something in it. */
const told: readonly PublicRoute[] = [
  { name: 'home', path: '/', title: 'HoT – Reality-TV, gemeinsam geguckt', h1: 'HoT – Reality-TV, gemeinsam geguckt' },
  { name: 'login', path: '/auth', title: of('Anmelden'), h1: 'Anmeldung erforderlich', unlisted: true },
  { name: 'sign-in target', path: '/auth/callback', title: of('Zurück von der Anmeldung'), unlisted: true },
  { name: 'calendar', path: '/kalender', title: of('Kalender'), h1: 'Kalender' },
  { name: 'calendar list', path: '/kalender?ansicht=liste', title: of('Kalender'), h1: 'Kalender' },
  { name: 'calendar month', path: '/kalender?ansicht=monat', title: of('Kalender'), h1: 'Kalender' },
  { name: 'charts', path: '/charts', title: of('Charts'), h1: 'Charts' },
  ...chartEntries.map(({ path, title }) => chart(path, title)),
  { name: 'stars', path: '/stars', title: of('Alle Stars'), h1: 'Stars' },
  { name: 'star voting', path: '/stars/voting', title: of('Stars bewerten'), h1: 'Stars bewerten' },
  {
    name: 'star',
    path: ({ star }) => star.path,
    title: /^.+: (Alter, )?(Shows, )?HoT-Score und Trashtalk – HoT$/,
    h1: ({ star }) => star.text,
  },
  {
    name: 'profile',
    path: ({ member }) => member.path,
    title: ({ member }) => of(member.text),
    h1: ({ member }) => member.text,
  },
  {
    name: 'profile, comments',
    path: ({ member }) => `${member.path}/kommentare`,
    title: ({ member }) => of(`Kommentare von ${member.text}`),
    h1: ({ member }) => member.text,
  },
  {
    name: 'profile, fan of',
    path: ({ member }) => `${member.path}/fan-von`,
    title: ({ member }) => of(`Wovon ${member.text} Fan ist`),
    h1: ({ member }) => member.text,
  },
  { name: 'formats', path: '/formate', title: of('Alle Formate'), h1: 'Formate' },
  { name: 'format', path: ({ format }) => format.path, title: /^.+: Sendetermine, Staffeln, Stars – HoT$/ },
  {
    name: 'season',
    path: ({ season }) => season.path,
    title: /^.+ \(Staffel \d+.*\): Kandidaten, .+ – HoT$/,
    h1: ({ season }) => season.text,
  },
  { name: 'Trashtalk', path: '/trashtalk', title: of('Trashtalk'), h1: 'Trashtalk' },
  {
    name: 'create post',
    path: '/trashtalk/erstellen',
    title: of('Beitrag schreiben'),
    h1: 'Beitrag schreiben',
    unlisted: true,
  },
  { name: 'news', path: '/news', title: of('News'), h1: 'News' },
  { name: 'article', path: ({ article }) => article.path, h1: ({ article }) => article.text },
  { name: 'rumors', path: '/trashtalk/geruechte', title: of('Gerüchte'), h1: 'Gerüchte' },
  { name: 'polls', path: '/trashtalk/umfragen', title: of('Umfragen'), h1: 'Umfragen' },
  { name: 'discussions', path: '/trashtalk/diskussionen', title: of('Diskussionen'), h1: 'Diskussionen' },
  post('rumor'),
  post('poll'),
  post('discussion'),
  { name: 'search', path: '/suche?q=love', title: of('Suche nach „love“'), h1: 'Suche', unlisted: true },
  { name: 'guidelines', path: '/community-guidelines', title: of('Community-Guidelines'), h1: 'Community-Guidelines' },
  { name: 'legal notice', path: '/impressum', title: of('Impressum'), h1: 'Impressum' },
  { name: 'accessibility', path: '/barrierefreiheit', title: of('Barrierefreiheit'), h1: 'Barrierefreiheit' },
  { name: 'privacy', path: '/datenschutz', title: of('Datenschutz'), h1: 'Datenschutz' },
  { name: 'invites', path: '/invites', title: of('Einladungen'), h1: 'Einladungen', unlisted: true },
  {
    name: 'invite system',
    path: '/invite-system',
    title: of('So funktionieren Einladungen'),
    h1: 'So funktionieren Einladungen',
    unlisted: true,
  },
  { name: 'admin', path: '/admin', title: of('Admin'), h1: 'Anmeldung erforderlich', unlisted: true },
]

/** Every public route, and the title and headline a visitor sees there. Of a new page nothing needs to be told. */
export const publicRoutes: readonly PublicRoute[] = [
  ...told,
  ...listedPages.filter((page) => told.every(({ path }) => path !== page)).map((page) => ({ name: page, path: page })),
]

function chart(path: string, title: string): PublicRoute {
  return { name: `chart ${title}`, path, title: fullTitle(title), h1: title }
}

function post(kind: 'rumor' | 'poll' | 'discussion'): PublicRoute {
  return {
    name: kind,
    path: (samples) => samples[kind].path,
    // Of a rumor it begins with what is known about it.
    ...(kind === 'rumor' ? {} : { title: (samples: Samples) => of(samples[kind].text) }),
    h1: (samples) => samples[kind].text,
  }
}

export const textOf = (text: Text, samples: Samples): string => (typeof text === 'string' ? text : text(samples))
