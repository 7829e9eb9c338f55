import type { StarPage } from '@hot/domain/contract/star'
import { starName } from '@hot/domain/star/name'
import { starPath } from '@hot/domain/url/paths'

/** schema.org Person; `absolute` turns a path into the address the world knows. */
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
