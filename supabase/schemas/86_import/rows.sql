-- Formats, seasons and stars ------------------------------------------------------------------------------------------

-- Formats, seasons, stars, casts and episodes from tables (docs/product/import.md), for /admin/imports and `npm run import`: both read
-- and check the files in domain and apply them here. All or nothing; existing rows are found by external_key. An empty cell means
-- unknown and changes nothing.

create function private.import_rows(tables jsonb, part text) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select case jsonb_typeof(tables -> part) when 'array' then tables -> part else '[]' end
$$;
comment on function private.import_rows(jsonb, text) is 'Rows of one table of an import; none where it is missing.';

create function private.import_counted(given integer, touched integer, made integer) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select jsonb_build_object('new', made, 'changed', touched - made, 'unchanged', given - touched)
$$;
comment on function private.import_counted(integer, integer, integer) is 'Counts of one table as importCounts.';

-- Without this check, a row whose format, season or star is missing would silently drop out of a join.
create function private.import_missing(tables jsonb) returns text
language sql stable set search_path = '' as $$
  select d.format_key
  from jsonb_to_recordset(private.import_rows(tables, 'seasons')) as d (format_key text)
  where not exists (select from public.formats f where f.external_key = d.format_key)
    and not exists (select from jsonb_array_elements(private.import_rows(tables, 'formats')) n where n ->> 'key' = d.format_key)
  limit 1
$$;
comment on function private.import_missing(jsonb) is 'The key of the first format that seasons of an import need and nobody brings.';

create function private.import_formats(tables jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  given constant jsonb := private.import_rows(tables, 'formats');
  touched integer;
  made integer;
begin
  insert into public.broadcasters (name)
    select distinct d ->> 'broadcaster' from jsonb_array_elements(given) d where d ->> 'broadcaster' is not null on conflict (name) do nothing;
  insert into public.streaming_providers (name)
    select distinct d ->> 'streaming_provider' from jsonb_array_elements(given) d where d ->> 'streaming_provider' is not null
    on conflict (name) do nothing;
  with done as (
    insert into public.formats as f (external_key, name, short_name, description, broadcaster_id, streaming_provider_id)
    select d.key, d.name, d.short_name, d.description, b.id, p.id
    from jsonb_to_recordset(given) as d (key text, name text, short_name text, description text, broadcaster text, streaming_provider text)
    left join public.broadcasters b on b.name = d.broadcaster
    left join public.streaming_providers p on p.name = d.streaming_provider
    on conflict (external_key) do update set name = excluded.name,
      short_name = coalesce(excluded.short_name, f.short_name), description = coalesce(excluded.description, f.description),
      broadcaster_id = coalesce(excluded.broadcaster_id, f.broadcaster_id),
      streaming_provider_id = coalesce(excluded.streaming_provider_id, f.streaming_provider_id)
    where (f.name, f.short_name, f.description, f.broadcaster_id, f.streaming_provider_id) is distinct from
      (excluded.name, coalesce(excluded.short_name, f.short_name), coalesce(excluded.description, f.description),
       coalesce(excluded.broadcaster_id, f.broadcaster_id), coalesce(excluded.streaming_provider_id, f.streaming_provider_id))
    -- xmax is zero in a row that this statement inserted, and set in one that it updated.
    returning (xmax = 0) as is_new
  )
  select count(*), count(*) filter (where is_new) into touched, made from done;
  return private.import_counted(jsonb_array_length(given), touched, made);
end $$;
comment on function private.import_formats(jsonb) is 'Formats by external key; broadcasters and providers are found by name, or made.';

create function private.import_seasons(tables jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  given constant jsonb := private.import_rows(tables, 'seasons');
  touched integer;
  made integer;
begin
  with done as (
    insert into public.seasons as s (external_key, format_id, season_number, title, start_date, end_date, location)
    select d.external_key, f.id, d.season_number, d.title, d.start_date, d.end_date, d.location
    from jsonb_to_recordset(given) as d (external_key text, format_key text, season_number integer, title text, start_date date,
      end_date date, location text)
    join public.formats f on f.external_key = d.format_key
    on conflict (format_id, season_number) do update set external_key = excluded.external_key,
      title = coalesce(excluded.title, s.title), start_date = coalesce(excluded.start_date, s.start_date),
      end_date = coalesce(excluded.end_date, s.end_date), location = coalesce(excluded.location, s.location)
    where (s.external_key, s.title, s.start_date, s.end_date, s.location) is distinct from
      (excluded.external_key, coalesce(excluded.title, s.title), coalesce(excluded.start_date, s.start_date),
       coalesce(excluded.end_date, s.end_date), coalesce(excluded.location, s.location))
    returning (xmax = 0) as is_new
  )
  select count(*), count(*) filter (where is_new) into touched, made from done;
  return private.import_counted(jsonb_array_length(given), touched, made);
end $$;
comment on function private.import_seasons(jsonb) is 'Seasons by format and number: one that staff have made by hand is taken over and not doubled.';

-- The slug of a new star ends with part of its id, so another id is drawn if the slug is taken.
create function private.import_stars(tables jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  given constant jsonb := private.import_rows(tables, 'stars');
  changed integer;
  entered integer;
  made integer := 0;
begin
  update public.stars s set first_name = d.first_name, last_name = d.last_name,
      nickname = coalesce(d.nickname, s.nickname), birthdate = coalesce(d.birthdate, s.birthdate)
    from jsonb_to_recordset(given) as d (key text, first_name text, last_name text, nickname text, birthdate date)
    where s.external_key = d.key and (s.first_name, s.last_name, s.nickname, s.birthdate) is distinct from
      (d.first_name, d.last_name, coalesce(d.nickname, s.nickname), coalesce(d.birthdate, s.birthdate));
  get diagnostics changed = row_count;
  loop
    with drawn as materialized (
      select gen_random_uuid() as id, d.*
      from jsonb_to_recordset(given) as d (key text, first_name text, last_name text, nickname text, birthdate date)
      where not exists (select from public.stars s where s.external_key = d.key)
    ), slugged as (
      select distinct on (slug) drawn.*, private.star_slug(drawn.id, drawn.first_name, drawn.nickname, drawn.last_name) as slug from drawn
    )
    insert into public.stars (id, external_key, first_name, last_name, nickname, birthdate)
      select n.id, n.key, n.first_name, n.last_name, n.nickname, n.birthdate
      from slugged n where not exists (select from public.stars s where s.slug = n.slug);
    get diagnostics entered = row_count;
    made := made + entered;
    -- The slug of a new star ends with part of its id: whoever met one that is taken draws another.
    exit when entered = 0;
  end loop;
  return private.import_counted(jsonb_array_length(given), changed + made, made);
end $$;
comment on function private.import_stars(jsonb) is 'Stars by external key.';

-- Casts and episodes --------------------------------------------------------------------------------------------------

create function private.import_participants(tables jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  given constant jsonb := private.import_rows(tables, 'participants');
  found_rows integer;
  touched integer;
  made integer;
begin
  select count(*) into found_rows
    from jsonb_to_recordset(given) as d (format_key text, season_number integer, star_key text)
    join public.formats f on f.external_key = d.format_key
    join public.seasons n on n.format_id = f.id and n.season_number = d.season_number
    join public.stars s on s.external_key = d.star_key;
  if found_rows <> jsonb_array_length(given) then
    perform private.refuse('import.import_dangling.participation', '23503');
  end if;
  with done as (
    insert into public.season_participants as p (season_id, star_id, placement, sort_order)
    select n.id, s.id, d.placement, d.sort_order
    from jsonb_to_recordset(given) as d (format_key text, season_number integer, star_key text, placement text, sort_order integer)
    join public.formats f on f.external_key = d.format_key
    join public.seasons n on n.format_id = f.id and n.season_number = d.season_number
    join public.stars s on s.external_key = d.star_key
    on conflict (season_id, star_id) do update set placement = coalesce(excluded.placement, p.placement), sort_order = excluded.sort_order
    where (p.placement, p.sort_order) is distinct from (coalesce(excluded.placement, p.placement), excluded.sort_order)
    returning (xmax = 0) as is_new
  )
  select count(*), count(*) filter (where is_new) into touched, made from done;
  return private.import_counted(jsonb_array_length(given), touched, made);
end $$;
comment on function private.import_participants(jsonb) is 'Casts by season and star.';

create function private.import_episodes(tables jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  given constant jsonb := private.import_rows(tables, 'episodes');
  found_rows integer;
  touched integer;
  made integer;
begin
  select count(*) into found_rows from jsonb_to_recordset(given) as d (format_key text, season_number integer)
    join public.formats f on f.external_key = d.format_key
    join public.seasons n on n.format_id = f.id and n.season_number = d.season_number;
  if found_rows <> jsonb_array_length(given) then
    perform private.refuse('import.import_dangling.episode', '23503');
  end if;
  with done as (
    insert into public.calendar_events as e
      (external_key, title, season_id, episode_number, event_date, duration_minutes, broadcaster_id, streaming_provider_id)
    select d.external_key, d.title, n.id, d.episode_number, d.date, d.duration_minutes, f.broadcaster_id, f.streaming_provider_id
    from jsonb_to_recordset(given) as d (external_key text, format_key text, season_number integer, episode_number integer, title text,
      date date, duration_minutes integer)
    join public.formats f on f.external_key = d.format_key
    join public.seasons n on n.format_id = f.id and n.season_number = d.season_number
    on conflict (external_key) do update set title = excluded.title, season_id = excluded.season_id,
      episode_number = excluded.episode_number, event_date = excluded.event_date,
      duration_minutes = coalesce(excluded.duration_minutes, e.duration_minutes)
    where (e.title, e.season_id, e.episode_number, e.event_date, e.duration_minutes) is distinct from
      (excluded.title, excluded.season_id, excluded.episode_number, excluded.event_date, coalesce(excluded.duration_minutes, e.duration_minutes))
    returning (xmax = 0) as is_new
  )
  select count(*), count(*) filter (where is_new) into touched, made from done;
  return private.import_counted(jsonb_array_length(given), touched, made);
end $$;
comment on function private.import_episodes(jsonb) is 'Episodes with a date as calendar events by external key, at the default time, on the channel and provider of the format.';
