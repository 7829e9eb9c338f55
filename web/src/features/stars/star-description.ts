import type { StarPage } from '@hot/domain/contract/star'
import { starName } from '@hot/domain/star/name'
import { formatScore } from '#web/ui/data/format-number.ts'

/** For search engines and previews: who it is, how hot, and where seen. */
export function starDescription(star: StarPage): string {
  const heat = star.hot_score === null ? 'noch ohne HoT-Score' : `HoT-Score ${formatScore(star.hot_score)} von 100`
  const formats = [...new Set(star.seasons.map((season) => season.format_short_name ?? season.format_name))]
  const seen = formats.length > 0 ? ` Bekannt aus ${formats.slice(0, 3).join(', ')}.` : ''
  return `${starName(star)}: ${heat}.${seen} ${star.bio ?? 'Bewertungen, Staffeln und Trashtalk bei HoT.'}`
}
