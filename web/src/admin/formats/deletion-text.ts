import type { AdminFormat } from '@hot/domain/contract/admin/formats'

const counted = new Intl.NumberFormat('de-DE')
const times = (count: number, one: string, many: string) => `${counted.format(count)} ${count === 1 ? one : many}`

/** Counting posts stops there. */
const countedPosts = 1000

/** What is deleted with a format, in one sentence each. */
export function whatGoesWith({ seasons, events, posts }: Pick<AdminFormat, 'seasons' | 'events' | 'posts'>): string {
  const cast = seasons.reduce((sum, season) => sum + season.participants, 0)
  const parts = [
    seasons.length > 0 && times(seasons.length, 'Staffel', 'Staffeln'),
    cast > 0 && times(cast, 'Teilnahme', 'Teilnahmen'),
    events > 0 && times(events, 'Termin im Kalender', 'Termine im Kalender'),
  ].filter((part) => part !== false)
  const gone =
    parts.length === 0
      ? 'An diesem Format hängen keine Staffeln und keine Termine.'
      : `Mit dem Format verschwinden ${inWords(parts)}.`
  const most = posts >= countedPosts ? 'Mindestens ' : ''
  const tags = posts > 0 ? ` ${most}${times(posts, 'Beitrag verliert', 'Beiträge verlieren')} den Tag.` : ''
  return `${gone}${tags} Das lässt sich nicht zurückholen.`
}

function inWords(parts: readonly string[]): string {
  const last = parts.at(-1) ?? ''
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} und ${last}`
}
