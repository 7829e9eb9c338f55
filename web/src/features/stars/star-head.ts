import type { StarPage } from '@hot/domain/contract/star'
import { distinctName, starName } from '@hot/domain/star/name'
import { ageOn, type Day } from '@hot/domain/time/berlin-time'
import { starPath } from '@hot/domain/url/paths'
import { formatScore } from '#web/ui/data/format-number.ts'

/** Name, and the words by which people look for a star. */
export const starTitle = (star: StarPage): string =>
  `${distinctName(star)}: ${star.birthdate ? 'Alter, ' : ''}${star.seasons.length > 0 ? 'Shows, ' : ''}HoT-Score und Trashtalk`

/** Meta description: who the star is, the score, and where they appeared. */
export function starDescription(star: StarPage, today: Day): string {
  const heat = star.hot_score === null ? 'noch ohne HoT-Score' : `HoT-Score ${formatScore(star.hot_score)} von 100`
  const formats = [...new Set(star.seasons.map((season) => season.format_short_name ?? season.format_name))]
  const seen = formats.length > 0 ? ` Bekannt aus ${formats.slice(0, 3).join(', ')}.` : ''
  const age = star.birthdate ? `${ageOn(star.birthdate, today)} Jahre alt, ` : ''
  return `${starName(star)}: ${age}${heat}.${seen} ${star.bio ?? 'Bewertungen, Staffeln und Trashtalk bei HoT.'}`
}

/** schema.org Person; `absolute` turns a path into a public URL. */
export function starJsonLd(star: StarPage, absolute: (path: string) => string) {
  return {
    '@type': 'Person',
    name: starName(star),
    alternateName: star.nickname ?? undefined,
    givenName: star.first_name || undefined,
    familyName: star.last_name || undefined,
    birthDate: star.birthdate ?? undefined,
    description: star.bio ?? undefined,
    image: star.avatar_url ? absolute(star.avatar_url) : undefined,
    url: absolute(starPath(star.slug)),
    sameAs: star.social.length > 0 ? star.social.map((account) => account.url) : undefined,
  }
}
