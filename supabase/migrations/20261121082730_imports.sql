-- Formats, seasons, stars, casts and episodes from tables (decisions §12), for /admin/imports and for `npm run import`: both read and
-- check the files by domain/src/import, and both apply them here. All or nothing; rows are found again by external_key. An empty cell
-- is unknown and erases nothing. Shapes: domain/src/contract/admin/imports.ts.

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

-- A row whose format, season or star is missing would fall out of a join unseen.
create function private.import_missing(tables jsonb) returns text
language sql stable set search_path = '' as $$
  select 'Das Format „' || d.format_key || '“ gibt es nicht.'
  from jsonb_to_recordset(private.import_rows(tables, 'seasons')) as d (format_key text)
  where not exists (select from public.formats f where f.external_key = d.format_key)
    and not exists (select from jsonb_array_elements(private.import_rows(tables, 'formats')) n where n ->> 'key' = d.format_key)
  limit 1
$$;
comment on function private.import_missing(jsonb) is 'The first format that seasons of an import need and nobody brings.';

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
    -- Zero in a row that this statement inserted, set in one that it updated.
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

-- The slug of a new one ends with its id (specification §3), which is drawn again if it is taken.
create function private.import_stars(tables jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  given constant jsonb := private.import_rows(tables, 'stars');
  changed integer;
  made integer := 0;
  star record;
  drawn uuid;
begin
  update public.stars s set first_name = d.first_name, last_name = d.last_name,
      nickname = coalesce(d.nickname, s.nickname), birthdate = coalesce(d.birthdate, s.birthdate)
    from jsonb_to_recordset(given) as d (key text, first_name text, last_name text, nickname text, birthdate date)
    where s.external_key = d.key and (s.first_name, s.last_name, s.nickname, s.birthdate) is distinct from
      (d.first_name, d.last_name, coalesce(d.nickname, s.nickname), coalesce(d.birthdate, s.birthdate));
  get diagnostics changed = row_count;
  for star in
    select * from jsonb_to_recordset(given) as d (key text, first_name text, last_name text, nickname text, birthdate date)
    where not exists (select from public.stars s where s.external_key = d.key)
  loop
    loop
      drawn := gen_random_uuid();
      exit when not exists (
        select from public.stars s where s.slug = private.star_slug(drawn, star.first_name, star.nickname, star.last_name));
    end loop;
    insert into public.stars (id, external_key, first_name, last_name, nickname, birthdate)
      values (drawn, star.key, star.first_name, star.last_name, star.nickname, star.birthdate);
    made := made + 1;
  end loop;
  return private.import_counted(jsonb_array_length(given), changed + made, made);
end $$;
comment on function private.import_stars(jsonb) is 'Stars by external key.';
