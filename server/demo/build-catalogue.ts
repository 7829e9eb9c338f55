import { addDays, type Day } from '@hot/domain/time/berlin-time'
import { demoBroadcasters, demoProviders } from './broadcasters.ts'
import type { DemoFormat, DemoSeason } from './demo-format.ts'
import { demoId } from './demo-id.ts'
import type { Random } from './demo-random.ts'
import type { DemoStar } from './demo-star.ts'
import { demoFormats } from './formats.ts'
import type { Row } from './insert-rows.ts'
import { demoStars } from './stars.ts'

export const starKey = (star: DemoStar) => star.lastName || star.firstName
export const starId = (key: string) => demoId('star', key)
export const formatId = (slug: string) => demoId('format', slug)
export const seasonId = (format: DemoFormat, season: DemoSeason) => demoId('season', `${format.slug} ${season.number}`)
export const broadcasterId = (name: string) => demoId('broadcaster', name)
export const providerId = (name: string) => demoId('provider', name)

const dayNoon = (day: Day) => `${day}T12:00:00Z`

export function broadcasterRows(): Row[] {
  return demoBroadcasters.map(({ name, type, color, websiteUrl }) => ({
    id: broadcasterId(name),
    name,
    type,
    color,
    website_url: websiteUrl,
    active: true,
  }))
}

export function providerRows(): Row[] {
  return demoProviders.map(({ name, color, websiteUrl }) => ({
    id: providerId(name),
    name,
    color,
    website_url: websiteUrl,
    active: true,
  }))
}

export function formatRows(today: Day): Row[] {
  return demoFormats.map((format, index) => ({
    id: formatId(format.slug),
    slug: format.slug,
    name: format.name,
    short_name: format.shortName,
    emoji: format.emoji,
    color: format.color,
    broadcaster_id: broadcasterId(format.broadcaster),
    streaming_provider_id: format.provider && providerId(format.provider),
    streaming_url: format.streamingUrl,
    description: format.description,
    is_active: true,
    created_at: dayNoon(addDays(today, -400 - index)),
    updated_at: dayNoon(addDays(today, -20 - index)),
  }))
}

export function seasonRows(today: Day): Row[] {
  return demoFormats.flatMap((format) =>
    format.seasons.map((season) => ({
      id: seasonId(format, season),
      format_id: formatId(format.slug),
      season_number: season.number,
      start_date: addDays(today, season.startsIn),
      end_date: addDays(today, season.endsIn),
      location: season.location,
      description: season.description ?? null,
    })),
  )
}

export function starRows(today: Day): Row[] {
  return demoStars.map((star, index) => ({
    id: starId(starKey(star)),
    first_name: star.firstName,
    last_name: star.lastName,
    nickname: star.nickname,
    birthdate: star.birthdate,
    bio: star.bio,
    is_active: true,
    created_at: dayNoon(addDays(today, -390 + index * 6)),
    updated_at: dayNoon(addDays(today, -10 - (index % 9))),
  }))
}

/** Casts: each season draws from everybody, well-known people more often; seasons that are over have placements. */
export function participantRows(random: Random): Row[] {
  return demoFormats.flatMap((format) =>
    format.seasons.flatMap((season) =>
      castOf(season, random).map((star, place) => participant(format, season, star, place)),
    ),
  )
}

function castOf(season: DemoSeason, random: Random): DemoStar[] {
  const famous = random.some(demoStars.slice(0, 18), Math.ceil(season.cast * 0.4))
  return [...famous, ...random.some(demoStars.slice(18), season.cast - famous.length)]
}

function participant(format: DemoFormat, season: DemoSeason, star: DemoStar, place: number): Row {
  const isOver = season.endsIn < 0
  return {
    season_id: seasonId(format, season),
    star_id: starId(starKey(star)),
    placement: isOver ? (place === 0 ? 'Gewinner:in' : `Platz ${place + 1}`) : null,
    sort_order: place,
  }
}
