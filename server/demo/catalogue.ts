import { placementOf } from '@hot/domain/format/season-form'
import { addDays, type Day } from '@hot/domain/time/berlin-time'
import type { DemoStar } from './content/famous-stars.ts'
import { type DemoFormat, type DemoSeason, demoFormats } from './content/formats.ts'
import { demoStars } from './content/stars.ts'
import { demoId, type Random, type Row } from './demo-rows.ts'

/** Real channels of German reality television. */
type DemoBroadcaster = {
  name: string
  type: 'streaming' | 'tv' | 'pay_tv' | 'mediathek'
  color: string
  websiteUrl: string
}

const demoBroadcasters: readonly DemoBroadcaster[] = [
  { name: 'RTL', type: 'tv', color: '#E3000F', websiteUrl: 'https://www.rtl.de' },
  { name: 'RTLZWEI', type: 'tv', color: '#1D2B8F', websiteUrl: 'https://www.rtl2.de' },
  { name: 'SAT.1', type: 'tv', color: '#B4141E', websiteUrl: 'https://www.sat1.de' },
  { name: 'ProSieben', type: 'tv', color: '#C8102E', websiteUrl: 'https://www.prosieben.de' },
  { name: 'VOX', type: 'tv', color: '#E4032E', websiteUrl: 'https://www.vox.de' },
  { name: 'MTV', type: 'tv', color: '#FACC15', websiteUrl: 'https://www.mtv.de' },
  { name: 'sixx', type: 'tv', color: '#D6006D', websiteUrl: 'https://www.sixx.de' },
  { name: 'Sky One', type: 'pay_tv', color: '#0072C9', websiteUrl: 'https://www.sky.de' },
  { name: 'RTL+', type: 'streaming', color: '#4B1E8F', websiteUrl: 'https://plus.rtl.de' },
  { name: 'Joyn', type: 'streaming', color: '#7A3CF0', websiteUrl: 'https://www.joyn.de' },
  { name: 'Netflix', type: 'streaming', color: '#E50914', websiteUrl: 'https://www.netflix.com' },
  { name: 'Prime Video', type: 'streaming', color: '#00A8E1', websiteUrl: 'https://www.primevideo.com' },
  { name: 'Paramount+', type: 'streaming', color: '#0064FF', websiteUrl: 'https://www.paramountplus.com' },
  { name: 'ARD Mediathek', type: 'mediathek', color: '#003480', websiteUrl: 'https://www.ardmediathek.de' },
  { name: 'ZDF Mediathek', type: 'mediathek', color: '#FA7D19', websiteUrl: 'https://www.zdf.de' },
]

type DemoProvider = { name: string; color: string; websiteUrl: string }

const demoProviders: readonly DemoProvider[] = [
  { name: 'RTL+', color: '#4B1E8F', websiteUrl: 'https://plus.rtl.de' },
  { name: 'Joyn', color: '#7A3CF0', websiteUrl: 'https://www.joyn.de' },
  { name: 'Netflix', color: '#E50914', websiteUrl: 'https://www.netflix.com' },
  { name: 'Prime Video', color: '#0ea5e9', websiteUrl: 'https://www.primevideo.com' },
  { name: 'Paramount+', color: '#0064FF', websiteUrl: 'https://www.paramountplus.com' },
]

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

/** Casts: drawn from all stars, with a larger share of famous ones. Finished seasons have placements. */
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
    placement: isOver ? placementOf(place + 1) : null,
    sort_order: place,
  }
}
