import { type Query, upsert } from './apply-catalogue.ts'
import { episodeKey } from './check-tables.ts'
import type { ImportCounts } from './import-report.ts'
import type { ImportRow } from './row-schemas.ts'

/** After all that have a place. */
const NO_PLACE = 1000

/** Casts by season and star; the placement is written from the place (decisions §12). */
export function applyParticipants(query: Query, rows: readonly ImportRow<'participants'>[]): Promise<ImportCounts> {
  const cast = rows.map(({ format_key, season_number, star_key, place }) => ({
    format_key,
    season_number,
    star_key,
    placement: placementOf(place),
    sort_order: place ?? NO_PLACE,
  }))
  return upsert(
    query,
    `insert into public.season_participants as p (season_id, star_id, placement, sort_order)
     select n.id, s.id, d.placement, d.sort_order
     from jsonb_to_recordset($1::text::jsonb) as d (format_key text, season_number integer, star_key text, placement text, sort_order integer)
     join public.formats f on f.external_key = d.format_key
     join public.seasons n on n.format_id = f.id and n.season_number = d.season_number
     join public.stars s on s.external_key = d.star_key
     on conflict (season_id, star_id) do update set placement = coalesce(excluded.placement, p.placement), sort_order = excluded.sort_order
     where (p.placement, p.sort_order) is distinct from (coalesce(excluded.placement, p.placement), excluded.sort_order)
     returning (xmax = 0) as is_new`,
    cast,
  )
}

function placementOf(place: number | null): string | null {
  if (place === null) return null
  return place === 1 ? 'Gewinner:in' : `Platz ${place}`
}

/** Episodes with a date as calendar events by external key, at the default time, on the format's channel and provider. */
export function applyEpisodes(query: Query, rows: readonly ImportRow<'episodes'>[]): Promise<ImportCounts> {
  const episodes = rows
    .filter((row) => row.date !== null)
    .map((row) => ({ ...row, external_key: episodeKey(row), title: row.title ?? `Folge ${row.episode_number}` }))
  return upsert(
    query,
    `insert into public.calendar_events as e
       (external_key, title, season_id, episode_number, event_date, duration_minutes, broadcaster_id, streaming_provider_id)
     select d.external_key, d.title, n.id, d.episode_number, d.date, d.duration_minutes, f.broadcaster_id, f.streaming_provider_id
     from jsonb_to_recordset($1::text::jsonb) as d (external_key text, format_key text, season_number integer, episode_number integer,
       title text, date date, duration_minutes integer)
     join public.formats f on f.external_key = d.format_key
     join public.seasons n on n.format_id = f.id and n.season_number = d.season_number
     on conflict (external_key) do update set title = excluded.title, season_id = excluded.season_id,
       episode_number = excluded.episode_number, event_date = excluded.event_date,
       duration_minutes = coalesce(excluded.duration_minutes, e.duration_minutes)
     where (e.title, e.season_id, e.episode_number, e.event_date, e.duration_minutes) is distinct from
       (excluded.title, excluded.season_id, excluded.episode_number, excluded.event_date, coalesce(excluded.duration_minutes, e.duration_minutes))
     returning (xmax = 0) as is_new`,
    episodes,
  )
}
