-- Formats, seasons and stars ------------------------------------------------------------------------------------------

-- Formats, seasons, stars, casts and episodes from tables (docs/product/import.md), for /admin/imports and `npm run import`: both read
-- and check the files in domain and apply them here. All or nothing; existing rows are found by
-- private.import_found(). An empty cell means unknown and changes nothing.

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
  with names as materialized (select * from private.import_names(tables))
  select d.format_key
  from jsonb_to_recordset(private.import_rows(tables, 'seasons')) as d (format_key text)
  where not exists (select from names n where n.table_name = 'formats' and n.key = d.format_key)
    and not exists (select from jsonb_array_elements(private.import_rows(tables, 'formats')) n where n ->> 'key' = d.format_key)
  limit 1
$$;
comment on function private.import_missing(jsonb) is 'The key of the first format that seasons of an import need and nobody brings.';

create function private.import_channels(tables jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  given constant jsonb := private.import_rows(tables, 'formats');
  broadcasters uuid[];
  providers uuid[];
begin
  with made as (
    insert into public.broadcasters (name)
    select distinct on (private.search_fold(d ->> 'broadcaster')) d ->> 'broadcaster' from jsonb_array_elements(given) d
    where d ->> 'broadcaster' is not null and private.broadcaster_named(d ->> 'broadcaster') is null
    order by private.search_fold(d ->> 'broadcaster'), d ->> 'broadcaster' on conflict (name) do nothing returning id
  ) select array_agg(m.id) into broadcasters from made m;
  with made as (
    insert into public.streaming_providers (name)
    select distinct on (private.search_fold(d ->> 'streaming_provider')) d ->> 'streaming_provider' from jsonb_array_elements(given) d
    where d ->> 'streaming_provider' is not null and private.provider_named(d ->> 'streaming_provider') is null
    order by private.search_fold(d ->> 'streaming_provider'), d ->> 'streaming_provider' on conflict (name) do nothing returning id
  ) select array_agg(m.id) into providers from made m;
  return jsonb_strip_nulls(jsonb_build_object('broadcasters', to_jsonb(broadcasters), 'providers', to_jsonb(providers)));
end $$;
comment on function private.import_channels(jsonb) is 'Makes the broadcasters and providers that formats of an import name and nobody has; the ids of those.';

create function private.import_formats(tables jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  changed integer;
  made integer;
begin
  update public.formats f set name = d.name, short_name = coalesce(d.short_name, f.short_name), description = coalesce(d.description, f.description),
      broadcaster_id = coalesce(d.broadcaster_id, f.broadcaster_id), streaming_provider_id = coalesce(d.provider_id, f.streaming_provider_id)
    from (
      select r.row_id, r.given ->> 'name' as name, r.given ->> 'short_name' as short_name, r.given ->> 'description' as description,
        private.broadcaster_named(r.given ->> 'broadcaster') as broadcaster_id, private.provider_named(r.given ->> 'streaming_provider') as provider_id
      from private.import_found(tables, 'formats') r) d
    where f.id = d.row_id and (f.name, f.short_name, f.description, f.broadcaster_id, f.streaming_provider_id) is distinct from
      (d.name, coalesce(d.short_name, f.short_name), coalesce(d.description, f.description), coalesce(d.broadcaster_id, f.broadcaster_id),
       coalesce(d.provider_id, f.streaming_provider_id));
  get diagnostics changed = row_count;
  insert into public.formats (external_key, name, short_name, description, broadcaster_id, streaming_provider_id)
    select n.given ->> 'key', n.given ->> 'name', n.given ->> 'short_name', n.given ->> 'description',
      private.broadcaster_named(n.given ->> 'broadcaster'), private.provider_named(n.given ->> 'streaming_provider')
    from private.import_new(tables, 'formats') n order by n.nth;
  get diagnostics made = row_count;
  return private.import_counted(jsonb_array_length(private.import_rows(tables, 'formats')), changed + made, made);
end $$;
comment on function private.import_formats(jsonb) is 'Formats of an import, behind private.import_channels().';

create function private.import_seasons(tables jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  changed integer;
  made integer;
begin
  update public.seasons s set title = coalesce(r.given ->> 'title', s.title), start_date = coalesce((r.given ->> 'start_date')::date, s.start_date),
      end_date = coalesce((r.given ->> 'end_date')::date, s.end_date), location = coalesce(r.given ->> 'location', s.location)
    from private.import_found(tables, 'seasons') r
    where s.id = r.row_id and (s.title, s.start_date, s.end_date, s.location) is distinct from
      (coalesce(r.given ->> 'title', s.title), coalesce((r.given ->> 'start_date')::date, s.start_date),
       coalesce((r.given ->> 'end_date')::date, s.end_date), coalesce(r.given ->> 'location', s.location));
  get diagnostics changed = row_count;
  insert into public.seasons (external_key, format_id, season_number, title, start_date, end_date, location)
    -- A season that was given another number keeps the key of the old one.
    select case when not exists (select from public.seasons o where o.external_key = n.given ->> 'external_key') then n.given ->> 'external_key' end,
      k.row_id, (n.given ->> 'season_number')::integer, n.given ->> 'title', (n.given ->> 'start_date')::date, (n.given ->> 'end_date')::date,
      n.given ->> 'location'
    from private.import_new(tables, 'seasons') n
    join private.import_names(tables) k on k.table_name = 'formats' and k.key = n.given ->> 'format_key' order by n.nth;
  get diagnostics made = row_count;
  return private.import_counted(jsonb_array_length(private.import_rows(tables, 'seasons')), changed + made, made);
end $$;
comment on function private.import_seasons(jsonb) is 'Seasons by format and number: one that staff have made by hand is taken over and not doubled.';

-- The slug of a new star ends with part of its id, so another id is drawn if the slug is taken.
create function private.import_stars(tables jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  given constant jsonb := private.import_rows(tables, 'stars');
  missing constant jsonb := (select coalesce(jsonb_agg(n.given order by n.nth), '[]') from private.import_new(tables, 'stars') n);
  changed integer;
  entered integer;
  made integer := 0;
begin
  update public.stars s set first_name = d.first_name, last_name = d.last_name,
      nickname = coalesce(d.nickname, s.nickname), birthdate = coalesce(d.birthdate, s.birthdate)
    from (
      select r.row_id, r.given ->> 'first_name' as first_name, r.given ->> 'last_name' as last_name, r.given ->> 'nickname' as nickname,
        (r.given ->> 'birthdate')::date as birthdate
      from private.import_found(tables, 'stars') r) d
    where s.id = d.row_id and (s.first_name, s.last_name, s.nickname, s.birthdate) is distinct from
      (d.first_name, d.last_name, coalesce(d.nickname, s.nickname), coalesce(d.birthdate, s.birthdate));
  get diagnostics changed = row_count;
  loop
    with drawn as materialized (
      select gen_random_uuid() as id, d.*
      from jsonb_to_recordset(missing) as d (key text, first_name text, last_name text, nickname text, birthdate date)
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
comment on function private.import_stars(jsonb) is 'Stars of an import.';
