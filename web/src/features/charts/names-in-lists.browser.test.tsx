import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { FormatGrid } from '#web/entities/format/format-cards.tsx'
import { SeasonCast } from '#web/entities/star/season-cast.tsx'
import { StarGrid } from '#web/entities/star/star-card.tsx'
import { FittedName } from '#web/ui/layout/fitted-name.tsx'
import { brokenWordsHere } from '../../../../tests/support/components/broken-words.ts'
import { show } from '../../../../tests/support/components/show.tsx'
import { MemberRows, Podium, StarRows } from './chart-rows.tsx'
import { FormatRows } from './format-rows.tsx'

/** Longer ones stay whole nowhere: the browser hyphenates them by its German dictionary, which the tests' does not have. */
const longestName = 16

/** As people are called: long, in several parts, with apostrophes, in other spellings, of one word. */
const people = [
  'Charlotte-Sophie Leutheusser-Schnarrenberger',
  'Maximilian-Alexander Freiherr von Hohenstein-Waldburg',
  'Anna-Carina Woitschack',
  'Walentina Doronina-Rachmaninowa',
  'Evelyn Burdecki-Kwiatkowska',
  'Jean-Pierre Kraemer',
  'Konstantinos Papadopoulos-Christodoulidis',
  'Muhammed-Emin Karaosmanoğlu',
  'Oğuzhan Büyükyıldırım',
  'Przemysław Brzęczyszczykiewicz',
  'Siobhán O’Shaughnessy',
  'Thi Thanh Phương Nguyễn',
  'Désirée Nick-Hohenlohe',
  'Friedrich-Wilhelm Schmittenhausen',
  'Mwangi Oluwaseun Adebayo-Johnson',
  'Wilhelmina Wammensberger',
  'Christopher Niedergesäß',
  'Marie-Antoinette Mecklenburg-Schwerin',
  'Lyudmyla Voskoboynikova',
  'Sarah-Jane Wollersheim',
  'Bartholomäus Unterbuchschachner',
  'Emmy Russ',
  'Ennesto Monté',
  'Yeliz Koc',
  'Cosimo Citiolo',
  'Maja Wójcik-Kwaśniewska',
  'Kader Loth-Witzelsberger',
  'Zoë Xanthopoulou',
  'Hildegard Schwarzwaldhausen-Mommsen',
  'Cher',
]
/** Formats as German television has them. */
const shows = [
  'Dschungelcamp',
  'Ich bin ein Star – Holt mich hier raus!',
  'Das Sommerhaus der Stars – Kampf der Promipaare',
  'Promi Big Brother',
  'Temptation Island VIP',
  'Germany’s Next Topmodel',
  'Kampf der Realitystars',
  'Hochzeit auf den ersten Blick',
  'Bauer sucht Frau International',
  'Are You The One? – Realitystars in Love',
  'Forsthaus Rampensau Germany',
  'Prominent getrennt – Die Villa der Verflossenen',
]
const nicknames = [
  'nachtschicht_nils',
  'lisa.guckt',
  'Wohnzimmerwahnsinn',
  'wwm_mitternacht',
  'dschungelcamp_dieter_90',
]

const star = (name: string, at: number) => {
  const [first = '', ...rest] = name.split(' ')
  const id = `10000000-0000-4000-8000-0000000000${`${at}`.padStart(2, '0')}`
  const figures = { hot_score: 71.5, votes: 1_204, rank: at + 1, rank_week_ago: at + 3, placement: 'Gewinnerin' }
  return { id, slug: id, first_name: first, last_name: rest.join(' '), nickname: null, avatar_url: null, ...figures }
}
const stars = people.map(star)
const members = nicknames.map((nickname, at) => ({
  member: { id: star('', at).id, slug: nickname, nickname, avatar_url: null, karma: 1_234 },
  rank: at + 98,
  value: 1_234,
  rank_week_ago: at,
}))
const formats = shows.map((name, at) => {
  const what = { short_name: null, emoji: '🏝️', color: '#f53d12', description: null, broadcaster_id: null }
  const more = { streaming_provider_id: null, streaming_url: null, seasons_count: 12, participants: 120 }
  const rest = { created_at: '2026-01-01T00:00:00Z', next_episode: null, top_stars: [] }
  return { id: star('', at).id, slug: `f${at}`, name, ...what, ...more, ...rest }
})
const statistics = formats.map((format) => {
  const { id, slug, name, short_name, emoji, color } = format
  const figures = { participants: 120, seasons: 12, average_score: 61.2, posts: 3, events: 4 }
  return { format: { id, slug, name, short_name, emoji, color }, ...figures, events_by_month: Array(12).fill(1) }
})

const places = {
  cards: <StarGrid stars={stars} />,
  ranking: <StarRows stars={stars} />,
  cast: <SeasonCast cast={stars} />,
  'ranking of members': <MemberRows ranks={members} />,
  'formats as tiles': <FormatGrid formats={formats} now={Date.parse('2026-11-29T12:00:00Z')} />,
  'formats as rows': <FormatRows statistics={statistics} />,
  podiums: [...people, ...nicknames].map((name) => (
    <Podium
      key={name}
      entries={['a', 'b', 'c'].map((key) => ({
        key,
        picture: null,
        title: <FittedName name={name} />,
        value: '24',
        unit: 'Leute',
      }))}
    />
  )),
}

test.each(Object.entries(places))(
  '%s end the lines of names only where a hyphen may stand, and widen no page',
  async (_name, place) => {
    await show(<main className="page">{place}</main>)
    await document.fonts.ready
    for (const width of [320, 390, 1280]) {
      await page.viewport(width, 800)
      expect.soft(brokenWordsHere(longestName), `${width}`).toEqual([])
      expect.soft(document.documentElement.scrollWidth, `${width}`).toBeLessThanOrEqual(width)
    }
  },
)
