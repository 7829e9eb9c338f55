import type { ChartsPage } from '../contract/chart.ts'
import { starName } from '../star/name.ts'

/** Decided votes on rumors that a place among the Spürnasen takes. */
export const minDecidedVotes = 10

/** An entry of a chart with the value it is ranked by. */
export type ChartLeader = {
  id: string
  name: string
  /** Shown for a format in place of a photo. */
  format?: { color: string; emoji: string | null }
} & ({ score: number | null } | { count: number; unit?: string })

type Chart<Item> = {
  title: string
  /** Shorter title for the tabs. */
  tab?: string
  path: string
  emoji: string
  /** The line below the title in the menu. */
  line: string
  /** For search engines. */
  description: string
  /** Offers 30 days or all time (`zeitraum` in the URL). */
  windowed?: true
  /** Loaded in parts (`nach` in the URL). */
  paged?: true
  /** The chart's first three entries in the answer of `charts_page()`. */
  items: (page: ChartsPage) => readonly Item[]
  leader: (item: Item) => ChartLeader
}

type Member = ChartsPage['karma'][number]

const chart = <Item, const Path extends string>(given: Chart<Item> & { path: Path }) => ({
  ...given,
  leaders: (page: ChartsPage): ChartLeader[] => given.items(page).map(given.leader),
})

const memberLeader =
  (unit: string) =>
  ({ member, value }: Member): ChartLeader => ({ id: member.id, name: member.nickname, count: value, unit })

/**
 * The charts by their id in the URL, in the order of menu and tabs. Menu, tabs, overview, search, document heads, share
 * pictures, sitemap and browser tests are derived from this list; the charts themselves are in `features/charts`.
 */
export const charts = {
  'hot-bestenliste': chart({
    title: 'HoT Bestenliste',
    path: '/charts/stars/hot-bestenliste',
    emoji: '🏆',
    line: 'Wen ihr wieder sehen wollt',
    description:
      'Wen wollt ihr wieder sehen? Alle Reality-Stars nach HoT-Score: mit Stimmen, Platz und Trend gegenüber letzter Woche.',
    paged: true,
    items: ({ stars }) => stars,
    leader: (star) => ({ id: star.id, name: starName(star), score: star.hot_score }),
  }),
  'format-statistiken': chart({
    title: 'Format Statistiken',
    path: '/charts/stars/format-statistiken',
    emoji: '📊',
    line: 'Zahlen, aber spannend',
    description:
      'Reality-Formate in Zahlen: wie viele dabei waren, Staffeln, HoT-Schnitt, Beiträge und Sendungen der letzten zwölf Monate.',
    items: ({ formats }) => formats,
    leader: ({ format, participants }) => ({
      id: format.id,
      name: format.short_name ?? format.name,
      format,
      count: participants,
      unit: 'dabei',
    }),
  }),
  'social-media-bestenliste': chart({
    title: 'Social-Media-Bestenliste',
    tab: 'Social Media',
    path: '/charts/stars/social-media-bestenliste',
    emoji: '📱',
    line: 'Wer wächst, wer schrumpft',
    description:
      'Reality-Stars nach Followern auf Instagram, TikTok, YouTube, X und Threads: wer vorn liegt und wer in 30 Tagen gewachsen ist.',
    paged: true,
    items: ({ social }) => social,
    leader: ({ star, followers }) => ({ id: star.id, name: starName(star), count: followers }),
  }),
  meinungsmacher: chart({
    title: 'Meinungsmacher',
    path: '/charts/community/meinungsmacher',
    emoji: '🗣️',
    line: 'Reden, bis alle antworten',
    description:
      'Wer bringt die meisten Leute zum Reden? Die Mitglieder von HoT, deren Beiträge die meisten Menschen beantworten.',
    windowed: true,
    items: ({ opinion_makers }) => opinion_makers,
    leader: memberLeader('Leute'),
  }),
  'karma-champs': chart({
    title: 'Karma Champions',
    path: '/charts/community/karma-champs',
    emoji: '✨',
    line: 'Nett sein zahlt sich aus',
    description:
      'Wer hat das beste Karma? Die Mitglieder von HoT mit den meisten Herzen, guten Beiträgen und bestätigten Gerüchten.',
    windowed: true,
    items: ({ karma }) => karma,
    leader: memberLeader('Karma'),
  }),
  spuernasen: chart({
    title: 'Spürnasen',
    path: '/charts/community/spuernasen',
    emoji: '🔎',
    line: 'Wer es vorher wusste',
    description: 'Wer liegt bei Gerüchten richtig? Die Mitglieder von HoT mit der besten Trefferquote.',
    items: ({ sleuths }) => sleuths,
    leader: ({ member, hits, decided }) => ({
      id: member.id,
      name: member.nickname,
      count: Math.round((100 * hits) / decided),
      unit: 'Prozent',
    }),
  }),
}

export type ChartId = keyof typeof charts
export type ChartEntry = Pick<
  (typeof charts)[ChartId],
  'title' | 'path' | 'emoji' | 'line' | 'description' | 'leaders'
> & {
  id: ChartId
  tab: string
  windowed?: true
  paged?: true
}

const ids = Object.keys(charts) as ChartId[]

export const chartEntries: readonly ChartEntry[] = ids.map((id) => ({ tab: charts[id].title, ...charts[id], id }))

/** The values in the share picture of a chart: the first three entries and what they are ranked by. */
export const shownOfChart = (leaders: readonly ChartLeader[]): (string | number | null)[] =>
  leaders.slice(0, 3).flatMap((leader) => [leader.id, 'score' in leader ? leader.score : leader.count])
