import { addDays, type Day, daysBetween, weekdayIndex } from '@hot/domain/time/berlin-time'
import { broadcasterId, formatId, providerId, seasonId } from './catalogue.ts'
import { type DemoFormat, type DemoSeason, demoFormats } from './content/formats.ts'
import { demoId, type Row } from './demo-rows.ts'

/** When a format is broadcast, from the start of the season on. */
type DemoSlot = {
  format: string
  rhythm: 'daily' | 'weekly'
  /** 0 = Monday … 6 = Sunday, for weekly formats. Default: the weekday of the season's first day. */
  weekday?: number
  time: string
  minutes: number
  finaleLive?: boolean
  /** A reunion on the day of the finale: time and minutes. */
  reunion?: readonly [time: string, minutes: number]
}

const demoSlots: readonly DemoSlot[] = [
  { format: 'das-sommerhaus-der-stars', rhythm: 'weekly', time: '20:15', minutes: 150, reunion: ['22:45', 75] },
  { format: 'love-island-vip', rhythm: 'daily', time: '22:15', minutes: 60, finaleLive: true },
  { format: 'ich-bin-ein-star', rhythm: 'daily', time: '22:15', minutes: 120, finaleLive: true },
  { format: 'are-you-the-one', rhythm: 'weekly', weekday: 1, time: '20:15', minutes: 75, reunion: ['21:30', 90] },
  { format: 'kampf-der-realitystars', rhythm: 'weekly', weekday: 2, time: '20:15', minutes: 135 },
  { format: 'prominent-getrennt', rhythm: 'weekly', weekday: 1, time: '20:15', minutes: 120 },
  { format: 'temptation-island', rhythm: 'weekly', weekday: 0, time: '22:15', minutes: 75 },
  { format: 'die-bachelors', rhythm: 'weekly', weekday: 6, time: '20:15', minutes: 120 },
  { format: 'forsthaus-rampensau', rhythm: 'weekly', weekday: 3, time: '20:15', minutes: 75 },
  { format: 'germany-shore', rhythm: 'weekly', weekday: 5, time: '17:00', minutes: 60 },
  { format: 'couple-challenge', rhythm: 'weekly', weekday: 0, time: '20:15', minutes: 90 },
  { format: 'promi-big-brother', rhythm: 'daily', time: '22:20', minutes: 100, finaleLive: true },
  { format: 'das-grosse-promi-buessen', rhythm: 'weekly', weekday: 3, time: '20:15', minutes: 150 },
  { format: 'princess-charming', rhythm: 'weekly', weekday: 4, time: '20:15', minutes: 60 },
  { format: 'too-hot-to-handle-germany', rhythm: 'daily', time: '09:00', minutes: 45 },
  { format: 'the-50', rhythm: 'weekly', weekday: 4, time: '00:00', minutes: 60 },
]

/** Titles of the episodes between the first and the last one; repeated in longer seasons. */
const demoEpisodeTitles: readonly string[] = [
  'Neue Betten, alte Fragen',
  'Wer hat das Sagen?',
  'Zwei Wahrheiten, kein Kaffee',
  'Alle weinen',
  'Das Regal ist gerade',
  'Ein Koffer zu viel',
  'Halbzeit mit Heimweh',
  'Regen, drinnen',
  'Die Sache mit dem Joghurt',
  'Frühstück bei Nacht',
  'Kurze Zündschnur, lange Bank',
  'Nee.',
  'Die Kerze bleibt an',
  'Ruhe vor dem Finale',
]

/** Rows of `calendar_events`: series, then their episodes and reunions, which refer to the series. */
export function calendarRows(today: Day): { series: Row[]; episodes: Row[] } {
  const seasons = demoFormats.flatMap((format) =>
    format.seasons.map((season) => seasonEvents(format, season, slotOf(format), today)),
  )
  return { series: seasons.map(({ series }) => series), episodes: seasons.flatMap(({ episodes }) => episodes) }
}

function slotOf(format: DemoFormat): DemoSlot {
  const slot = demoSlots.find((candidate) => candidate.format === format.slug)
  if (!slot) throw new Error(`no slot for ${format.slug}`)
  return slot
}

function seasonEvents(
  format: DemoFormat,
  season: DemoSeason,
  slot: DemoSlot,
  today: Day,
): { series: Row; episodes: Row[] } {
  const days = episodeDays(season, slot, today)
  const seriesId = demoId('series', `${format.slug} ${season.number}`)
  const series = {
    ...event(format, season, slot),
    id: seriesId,
    title: format.name,
    event_date: days[0],
    is_series_event: true,
    series_end_date: days.at(-1),
    series_frequency: slot.rhythm,
    series_parent_id: null,
  }
  const episodes = days.map((day, index) => episode(series, slot, day, index, days.length))
  const last = days.at(-1)
  if (slot.reunion && last) episodes.push(reunion(series, slot.reunion, last))
  return { series, episodes }
}

function episodeDays(season: DemoSeason, slot: DemoSlot, today: Day): Day[] {
  const start = addDays(today, season.startsIn)
  const end = addDays(today, season.endsIn)
  const wait = slot.weekday === undefined ? 0 : (slot.weekday - weekdayIndex(start) + 7) % 7
  const step = slot.rhythm === 'daily' ? 1 : 7
  const count = Math.max(1, Math.floor((daysBetween(start, end) - wait) / step) + 1)
  return Array.from({ length: count }, (_, index) => addDays(start, wait + index * step))
}

function event(format: DemoFormat, season: DemoSeason, slot: DemoSlot): Row {
  return {
    format_id: formatId(format.slug),
    season_id: seasonId(format, season),
    season_number: season.number,
    episode_number: null,
    event_type: 'episode',
    event_time: slot.time,
    duration_minutes: slot.minutes,
    broadcaster_id: broadcasterId(format.broadcaster),
    streaming_provider_id: format.provider && providerId(format.provider),
    is_live: false,
    description: null,
  }
}

function episode(series: Row, slot: DemoSlot, day: Day, index: number, count: number): Row {
  const isLast = index === count - 1 && count > 1
  return {
    ...series,
    id: demoId('event', `${series.id} ${index + 1}`),
    title: index === 0 ? 'Einzug' : isLast ? 'Finale' : demoEpisodeTitles[(index - 1) % demoEpisodeTitles.length],
    event_date: day,
    episode_number: index + 1,
    event_type: isLast ? 'finale' : 'episode',
    is_live: isLast && slot.finaleLive === true,
    series_parent_id: series.id,
  }
}

function reunion(series: Row, [time, minutes]: readonly [string, number], day: Day): Row {
  return {
    ...series,
    id: demoId('event', `${series.id} reunion`),
    title: 'Das große Wiedersehen',
    event_date: day,
    event_time: time,
    duration_minutes: minutes,
    event_type: 'reunion',
    is_live: true,
    series_parent_id: series.id,
  }
}
