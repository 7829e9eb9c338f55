-- Which rows an import finds ------------------------------------------------------------------------------------------

create function private.broadcaster_named(wanted text) returns uuid
language sql stable strict set search_path = '' as $$
  select b.id from public.broadcasters b where private.search_fold(b.name) = private.search_fold(wanted) order by b.name <> wanted, b.name limit 1
$$;
comment on function private.broadcaster_named(text) is 'The broadcaster of this name, in whatever case and with whatever accents; of several the one that is written so.';

create function private.provider_named(wanted text) returns uuid
language sql stable strict set search_path = '' as $$
  select p.id from public.streaming_providers p where private.search_fold(p.name) = private.search_fold(wanted) order by p.name <> wanted, p.name limit 1
$$;
comment on function private.provider_named(text) is 'The streaming provider of this name, as private.broadcaster_named().';

create function private.import_episodes_there(tables jsonb) returns table (
  nth bigint, given jsonb, format_id uuid, season_id uuid, event_id uuid
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  with names as materialized (select * from private.import_names(tables)), rows as materialized (
    select d.nth, d.given, fn.row_id as format_id, s.id as season_id, own.row_id as own_id, coalesce(d.given ->> 'kind', 'episode') as kind,
      (d.given ->> 'episode_number')::integer as number, (d.given ->> 'date')::date as day
    from jsonb_array_elements(private.import_rows(tables, 'episodes')) with ordinality as d (given, nth)
    left join names fn on fn.table_name = 'formats' and fn.key = d.given ->> 'format_key'
    left join public.seasons s on s.format_id = fn.row_id and s.season_number = (d.given ->> 'season_number')::integer
    left join names own on own.table_name = 'episodes' and own.key = d.given ->> 'external_key'
  ), alike as (
    select distinct on (r.nth) r.nth, e.id
    from rows r join public.calendar_events e on e.season_id = r.season_id and e.is_occurrence
      -- What is shown again, and what has no number, is told apart by its day.
      and case when r.kind = 'rerun' or r.number is null
        then e.event_type = r.kind and e.event_date = r.day and e.episode_number is not distinct from r.number
        else e.episode_number = r.number and not e.is_rerun end
    where r.own_id is null and not exists (select from rows o where o.own_id = e.id)
    order by r.nth, e.event_date is distinct from r.day, e.event_date, e.event_time, e.id
  ), one_each as (
    select distinct on (a.id) a.nth, a.id from alike a order by a.id, a.nth
  )
  select r.nth, r.given, r.format_id, r.season_id, coalesce(r.own_id, o.id) from rows r left join one_each o on o.nth = r.nth;
end $$;
comment on function private.import_episodes_there(jsonb) is
  'The episodes of an import with the season they name and the broadcast they are: by key, else by season and number, reruns and what has no number by their day.';

create function private.import_matched(tables jsonb, part text) returns table (
  table_name text, row_id uuid, part_id uuid, row_name text, nth bigint, given jsonb, known jsonb, stored jsonb
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  if coalesce(part, 'formats') = 'formats' and tables ? 'formats' then
    return query
    select 'formats', f.id, '00000000-0000-0000-0000-000000000000'::uuid, f.name, d.nth,
      -- Written as it is written here.
      d.given || jsonb_strip_nulls(jsonb_build_object(
        'broadcaster', case when private.search_fold(d.given ->> 'broadcaster') = private.search_fold(b.name) then b.name
          else (select x.name from public.broadcasters x where x.id = private.broadcaster_named(d.given ->> 'broadcaster')) end,
        'streaming_provider', case when private.search_fold(d.given ->> 'streaming_provider') = private.search_fold(p.name) then p.name
          else (select x.name from public.streaming_providers x where x.id = private.provider_named(d.given ->> 'streaming_provider')) end)),
      to_jsonb(f) || jsonb_build_object('broadcaster', b.name, 'streaming_provider', p.name), to_jsonb(f)
    from jsonb_array_elements(private.import_rows(tables, 'formats')) with ordinality as d (given, nth)
    join private.import_names(tables) n on n.table_name = 'formats' and n.key = d.given ->> 'key'
    join public.formats f on f.id = n.row_id
    left join public.broadcasters b on b.id = f.broadcaster_id
    left join public.streaming_providers p on p.id = f.streaming_provider_id;
  end if;
  if coalesce(part, 'seasons') = 'seasons' and tables ? 'seasons' then
    return query
    select 'seasons', s.id, '00000000-0000-0000-0000-000000000000'::uuid, f.name || ', Staffel ' || s.season_number, d.nth, d.given, to_jsonb(s), to_jsonb(s)
    from jsonb_array_elements(private.import_rows(tables, 'seasons')) with ordinality as d (given, nth)
    join private.import_names(tables) n on n.table_name = 'formats' and n.key = d.given ->> 'format_key'
    join public.formats f on f.id = n.row_id
    join public.seasons s on s.format_id = f.id and s.season_number = (d.given ->> 'season_number')::integer;
  end if;
  if coalesce(part, 'stars') = 'stars' and tables ? 'stars' then
    return query
    select 'stars', s.id, '00000000-0000-0000-0000-000000000000'::uuid, s.full_name, d.nth, d.given, to_jsonb(s), to_jsonb(s)
    from jsonb_array_elements(private.import_rows(tables, 'stars')) with ordinality as d (given, nth)
    join private.import_names(tables) n on n.table_name = 'stars' and n.key = d.given ->> 'key'
    join public.stars s on s.id = n.row_id;
  end if;
  if coalesce(part, 'participants') = 'participants' and tables ? 'participants' then
    return query
    select 'participants', p.season_id, p.star_id, x.full_name || ', ' || f.name || ', Staffel ' || s.season_number, d.nth,
      -- The order of a cast that somebody made by hand changes only with a place.
      d.given || case when coalesce(d.given ->> 'placement', p.placement) is not distinct from p.placement
        then jsonb_build_object('sort_order', p.sort_order) else '{}' end, to_jsonb(p), to_jsonb(p)
    from jsonb_array_elements(private.import_rows(tables, 'participants')) with ordinality as d (given, nth)
    join private.import_names(tables) n on n.table_name = 'formats' and n.key = d.given ->> 'format_key'
    join public.formats f on f.id = n.row_id
    join public.seasons s on s.format_id = f.id and s.season_number = (d.given ->> 'season_number')::integer
    join private.import_names(tables) star on star.table_name = 'stars' and star.key = d.given ->> 'star_key'
    join public.stars x on x.id = star.row_id
    join public.season_participants p on p.season_id = s.id and p.star_id = x.id;
  end if;
  if coalesce(part, 'episodes') = 'episodes' and tables ? 'episodes' then
    return query
    select 'episodes', e.id, '00000000-0000-0000-0000-000000000000'::uuid,
      concat_ws(', ', e.format_name, private.stored_text('format.season', e.season_number::text),
        coalesce(private.stored_text('calendar.episode', d.given ->> 'episode_number'), e.title)), d.nth,
      -- A season that the same import makes is another one than now.
      d.given || jsonb_build_object('season_id', coalesce(d.season_id::text, 'new')),
      to_jsonb(e) || jsonb_build_object('date', e.event_date, 'time', to_char(e.event_time, 'HH24:MI'), 'kind', e.event_type), to_jsonb(e)
    from private.import_episodes_there(tables) d join public.calendar_events e on e.id = d.event_id;
  end if;
end $$;
comment on function private.import_matched(jsonb, text) is
  'Rows that the tables of an import find, by the rules of private.apply_import(): given is the row of the file (with the season of an episode), known has the same keys, stored is the row of the table. Of one table, if part names it.';

create function private.import_found(tables jsonb, part text default null) returns table (
  table_name text, row_id uuid, part_id uuid, row_name text, nth bigint, given jsonb, known jsonb, stored jsonb
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  with matched as materialized (select * from private.import_matched(tables, part)), spelled as (
    select m.table_name, m.nth, jsonb_object_agg(f.given_key, m.known -> f.given_key) as as_known
    from matched m join private.import_fields() f on f.table_name = m.table_name
    where m.given ->> f.given_key <> m.known ->> f.given_key and private.squash(m.given ->> f.given_key) = private.squash(m.known ->> f.given_key)
    group by m.table_name, m.nth
  )
  select m.table_name, m.row_id, m.part_id, m.row_name, m.nth, m.given || coalesce(s.as_known, '{}'), m.known, m.stored
  from matched m left join spelled s on s.table_name = m.table_name and s.nth = m.nth;
end $$;
comment on function private.import_found(jsonb, text) is 'private.import_matched(), where values that differ only by spaces and line breaks are given as they are known.';
