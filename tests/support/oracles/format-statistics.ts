import { searchFold } from '@hot/domain/text/search-fold'
import { addMonths, type Day } from '@hot/domain/time/berlin-time'
import { compareKeys } from './compare-keys.ts'

/** Plain rows of the tables. */
export type FormatWorld = {
  formats: readonly { id: string; name: string; is_active: boolean }[]
  seasons: readonly { id: string; format_id: string }[]
  participants: readonly { season_id: string; star_id: string }[]
  stars: readonly { id: string; is_active: boolean; hot_score: number | null }[]
  posts: readonly { status: string; tags: readonly string[] }[]
  /** Occurrences only: the template of a series is no broadcast. What was cancelled or shown before does not count. */
  events: readonly { format_id: string | null; event_date: Day; event_type: string; is_cancelled: boolean }[]
}

export type FormatNumbers = {
  id: string
  participants: number
  seasons: number
  average_score: number | null
  posts: number
  events: number
  events_by_month: number[]
}

/**
 * The chart „Format Statistiken“ of all active formats, most participants first, then by name. Each active person
 * counts once; the average is of those who have a score. Slow and obvious: SQL is tested against it.
 */
export function formatStatistics(world: FormatWorld, today: Day): FormatNumbers[] {
  const key = new Map(world.formats.map(({ id, name }) => [id, searchFold(name)]))
  return world.formats
    .filter((format) => format.is_active)
    .map(({ id }) => numbersOf(id, world, today))
    .toSorted(
      (a, b) =>
        b.participants - a.participants ||
        compareKeys(key.get(a.id) ?? '', key.get(b.id) ?? '') ||
        compareKeys(a.id, b.id),
    )
}

function numbersOf(id: string, world: FormatWorld, today: Day): FormatNumbers {
  const seasons = new Set(world.seasons.filter((season) => season.format_id === id).map((season) => season.id))
  const people = new Set(world.participants.filter((one) => seasons.has(one.season_id)).map((one) => one.star_id))
  const stars = world.stars.filter((star) => star.is_active && people.has(star.id))
  const events = world.events.filter(
    (event) => event.format_id === id && event.event_type !== 'rerun' && !event.is_cancelled,
  )
  return {
    id,
    participants: stars.length,
    seasons: seasons.size,
    average_score: average(stars.flatMap(({ hot_score }) => (hot_score === null ? [] : [hot_score]))),
    posts: world.posts.filter((post) => post.status === 'approved' && post.tags.includes(id)).length,
    events: events.length,
    events_by_month: lastMonths(today).map(
      (month) => events.filter((event) => event.event_date.slice(0, 7) === month).length,
    ),
  }
}

/** Twelve months `YYYY-MM`, the current one last. */
const lastMonths = (today: Day): string[] =>
  Array.from({ length: 12 }, (_, index) => addMonths(today, index - 11).slice(0, 7))

/** In tenths, because scores have one decimal and binary fractions would lose exact halves. */
function average(scores: readonly number[]): number | null {
  if (scores.length === 0) return null
  const tenths = scores.reduce((sum, score) => sum + Math.round(score * 10), 0)
  return Math.round(tenths / scores.length) / 10
}
