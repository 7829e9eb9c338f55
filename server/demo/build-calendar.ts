import { addDays, type Day, daysBetween, weekdayIndex } from '@hot/domain/time/berlin-time'
import { broadcasterId, formatId, providerId, seasonId } from './build-catalogue.ts'
import { type DemoSlot, demoEpisodeTitles, demoSlots } from './calendar.ts'
import type { DemoFormat, DemoSeason } from './demo-format.ts'
import { demoId } from './demo-id.ts'
import { demoFormats } from './formats.ts'
import type { Row } from './insert-rows.ts'

/** Series (templates) first, then their episodes and reunions, so that each parent exists before its children. */
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
