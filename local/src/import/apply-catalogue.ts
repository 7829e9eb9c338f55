import { randomUUID } from 'node:crypto'
import { starSlug } from '@hot/domain/slug'
import { endsBeforeItStarts, seasonKey } from './check-tables.ts'
import type { ImportCounts } from './import-report.ts'
import type { ImportRow } from './row-schemas.ts'

/** One statement in the transaction of the import. */
export type Query = <R>(sql: string, params?: unknown[]) => Promise<R[]>

/**
 * Runs an upsert that ends in `returning (xmax = 0) as is_new` and touches only rows that differ, and counts what it did.
 * `xmax` is zero in a row that this statement inserted, and set in one that it updated.
 */
export async function upsert(query: Query, sql: string, rows: readonly object[]): Promise<ImportCounts> {
  const touched = await query<{ is_new: boolean }>(sql, [JSON.stringify(rows)])
  const inserted = touched.filter((row) => row.is_new).length
  return { new: inserted, changed: touched.length - inserted, unchanged: rows.length - touched.length }
}

/** Formats by external key. Broadcasters and providers are found by name, or made. What staff have set stays where the cell is empty. */
export async function applyFormats(query: Query, rows: readonly ImportRow<'formats'>[]): Promise<ImportCounts> {
  await makeMissing(
    query,
    'broadcasters',
    rows.map((row) => row.broadcaster),
  )
  await makeMissing(
    query,
    'streaming_providers',
    rows.map((row) => row.streaming_provider),
  )
  return upsert(
    query,
    `insert into public.formats as f (external_key, name, short_name, description, broadcaster_id, streaming_provider_id)
     select d.key, d.name, d.short_name, d.description, b.id, p.id
     from jsonb_to_recordset($1::text::jsonb) as d (key text, name text, short_name text, description text, broadcaster text, streaming_provider text)
     left join public.broadcasters b on b.name = d.broadcaster
     left join public.streaming_providers p on p.name = d.streaming_provider
     on conflict (external_key) do update set name = excluded.name,
       short_name = coalesce(excluded.short_name, f.short_name), description = coalesce(excluded.description, f.description),
       broadcaster_id = coalesce(excluded.broadcaster_id, f.broadcaster_id),
       streaming_provider_id = coalesce(excluded.streaming_provider_id, f.streaming_provider_id)
     where (f.name, f.short_name, f.description, f.broadcaster_id, f.streaming_provider_id) is distinct from
       (excluded.name, coalesce(excluded.short_name, f.short_name), coalesce(excluded.description, f.description),
        coalesce(excluded.broadcaster_id, f.broadcaster_id), coalesce(excluded.streaming_provider_id, f.streaming_provider_id))
     returning (xmax = 0) as is_new`,
    rows,
  )
}

async function makeMissing(
  query: Query,
  table: 'broadcasters' | 'streaming_providers',
  names: readonly (string | null)[],
): Promise<void> {
  const distinct = [...new Set(names.filter((name) => name !== null))]
  await query(
    `insert into public.${table} (name) select value from jsonb_array_elements_text($1::text::jsonb) on conflict (name) do nothing`,
    [JSON.stringify(distinct)],
  )
}

/** Seasons by format and number, so that one that staff have made by hand is taken over and not doubled. */
export function applySeasons(query: Query, rows: readonly ImportRow<'seasons'>[]): Promise<ImportCounts> {
  const seasons = rows.map((row) => ({
    ...row,
    external_key: seasonKey(row),
    end_date: endsBeforeItStarts(row) ? null : row.end_date,
  }))
  return upsert(
    query,
    `insert into public.seasons as s (external_key, format_id, season_number, title, start_date, end_date, location)
     select d.external_key, f.id, d.season_number, d.title, d.start_date, d.end_date, d.location
     from jsonb_to_recordset($1::text::jsonb) as d (external_key text, format_key text, season_number integer, title text,
       start_date date, end_date date, location text)
     join public.formats f on f.external_key = d.format_key
     on conflict (format_id, season_number) do update set external_key = excluded.external_key,
       title = coalesce(excluded.title, s.title), start_date = coalesce(excluded.start_date, s.start_date),
       end_date = coalesce(excluded.end_date, s.end_date), location = coalesce(excluded.location, s.location)
     where (s.external_key, s.title, s.start_date, s.end_date, s.location) is distinct from
       (excluded.external_key, coalesce(excluded.title, s.title), coalesce(excluded.start_date, s.start_date),
        coalesce(excluded.end_date, s.end_date), coalesce(excluded.location, s.location))
     returning (xmax = 0) as is_new`,
    seasons,
  )
}

/** Stars by external key. The slug of a new one ends with its id (specification §3), which is drawn again if it is taken. */
export async function applyStars(query: Query, rows: readonly ImportRow<'stars'>[]): Promise<ImportCounts> {
  const taken = new Set((await query<{ slug: string }>('select slug from public.stars')).map(({ slug }) => slug))
  const stars = rows.map((row) => {
    const nickname = addsNothing(row) ? null : row.nickname
    return { ...row, nickname, ...freeSlug({ ...row, nickname }, taken) }
  })
  return upsert(
    query,
    `insert into public.stars as s (id, external_key, slug, first_name, last_name, nickname, birthdate)
     select d.id, d.key, d.slug, d.first_name, d.last_name, d.nickname, d.date_of_birth
     from jsonb_to_recordset($1::text::jsonb) as d (id uuid, key text, slug text, first_name text, last_name text, nickname text, date_of_birth date)
     on conflict (external_key) do update set first_name = excluded.first_name, last_name = excluded.last_name,
       nickname = coalesce(excluded.nickname, s.nickname), birthdate = coalesce(excluded.birthdate, s.birthdate)
     where (s.first_name, s.last_name, s.nickname, s.birthdate) is distinct from
       (excluded.first_name, excluded.last_name, coalesce(excluded.nickname, s.nickname), coalesce(excluded.birthdate, s.birthdate))
     returning (xmax = 0) as is_new`,
    stars,
  )
}

/** A nickname that is the name's own first word would be shown twice: Brandon Cottom „Brandon“. */
function addsNothing({ first_name, last_name, nickname }: ImportRow<'stars'>): boolean {
  return nickname !== null && `${first_name} ${last_name} `.toLowerCase().startsWith(`${nickname.toLowerCase()} `)
}

function freeSlug(
  star: { first_name: string; last_name: string; nickname: string | null },
  taken: Set<string>,
): { id: string; slug: string } {
  for (;;) {
    const id = randomUUID()
    const slug = starSlug({ ...star, id })
    if (taken.has(slug)) continue
    taken.add(slug)
    return { id, slug }
  }
}
