-- Which row a key of a file means (docs/decisions/124-one-season-two-hands.md) ----------------------------------------

create function private.import_names(tables jsonb) returns table (table_name text, key text, row_id uuid)
language plpgsql stable rows 20000 security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  with given as materialized (
    select g.table_name, g.key, min(g.same::text)::uuid as same from (
      select 'formats' as table_name, d ->> 'key' as key, private.as_uuid(d ->> 'same') as same
        from jsonb_array_elements(private.import_rows(tables, 'formats')) d
      union all select 'stars', d ->> 'key', private.as_uuid(d ->> 'same') from jsonb_array_elements(private.import_rows(tables, 'stars')) d
      union all select 'episodes', d ->> 'external_key', private.as_uuid(d ->> 'same')
        from jsonb_array_elements(private.import_rows(tables, 'episodes')) d
      union all select 'stars', d ->> 'star_key', null from jsonb_array_elements(private.import_rows(tables, 'participants')) d
      union all select 'formats', d ->> 'format_key', null
        from (values ('seasons'), ('participants'), ('episodes')) t (name) cross join lateral jsonb_array_elements(private.import_rows(tables, t.name)) d
    ) g where g.key is not null group by g.table_name, g.key
  ), means as (
    select 1 as rank, g.table_name, g.key, f.id from given g join public.formats f on f.external_key = g.key where g.table_name = 'formats'
    union all select 1, g.table_name, g.key, s.id from given g join public.stars s on s.external_key = g.key where g.table_name = 'stars'
    union all select 1, g.table_name, g.key, e.id from given g join public.calendar_events e on e.external_key = g.key
      where g.table_name = 'episodes' and e.is_occurrence
    union all select 2, g.table_name, g.key, k.row_id from given g
      join private.import_keys k on k.table_name = g.table_name and k.key = g.key
      where not exists (select from private.imports i where i.id = k.import_id and i.undone_at is not null)
    union all select 3, g.table_name, g.key, g.same from given g where g.same is not null
    -- An address means what it leads to, also in files that were exported before anybody gave a key.
    union all select 4, g.table_name, g.key, f.id from given g join public.formats f on f.slug = g.key where g.table_name = 'formats'
    union all select 4, g.table_name, g.key, s.id from given g join public.stars s on s.slug = g.key where g.table_name = 'stars'
    union all select 5, g.table_name, g.key, h.format_id from given g join public.format_slug_history h on h.old_slug = g.key where g.table_name = 'formats'
    union all select 5, g.table_name, g.key, h.star_id from given g join public.star_slug_history h on h.old_slug = g.key where g.table_name = 'stars'
    union all select 6, g.table_name, g.key, private.as_uuid(g.key) from given g where private.as_uuid(g.key) is not null
  )
  select distinct on (m.table_name, m.key) m.table_name, m.key, m.id from means m
  where case m.table_name when 'formats' then exists (select from public.formats f where f.id = m.id)
    when 'stars' then exists (select from public.stars s where s.id = m.id)
    else exists (select from public.calendar_events e where e.id = m.id and e.is_occurrence) end
  order by m.table_name, m.key, m.rank;
end $$;
comment on function private.import_names(jsonb) is
  'The rows that the keys of an import mean: by external key, by what somebody said once, by what is said in the rows now (same), by address, present before former, or by id.';

create function private.usable_key(key text, most integer) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select key is not null and char_length(key) <= most and key <> '' and private.squash(key) = key
$$;
comment on function private.usable_key(text, integer) is 'Whether a key comes back from a file as it went in.';

create function private.keys_for_file() returns table (table_name text, row_id uuid, key text)
language sql stable security definer set search_path = '' as $$
  select 'formats', f.id, case when private.usable_key(f.external_key, 100) then f.external_key
    when char_length(f.slug) <= 100 and not exists (select from public.formats o where o.external_key = f.slug)
      and not exists (select from private.import_keys k where k.table_name = 'formats' and k.key = f.slug) then f.slug
    else f.id::text end
  from public.formats f
  union all
  select 'stars', s.id, case when private.usable_key(s.external_key, 100) then s.external_key
    when char_length(s.slug) <= 100 and not exists (select from public.stars o where o.external_key = s.slug)
      and not exists (select from private.import_keys k where k.table_name = 'stars' and k.key = s.slug) then s.slug
    else s.id::text end
  from public.stars s
$$;
comment on function private.keys_for_file() is
  'The key by which an export names each format and star: its own, else its address, else its id where another one has that as a key.';

create function private.import_keys() returns jsonb
language sql stable security definer set search_path = '' as $$
  with keys as materialized (
    select k.table_name, k.row_id, k.key from private.keys_for_file() k
    union select 'formats', f.id, f.external_key from public.formats f where f.external_key is not null
    union select 'formats', f.id, f.slug from public.formats f
    union select 'stars', s.id, s.external_key from public.stars s where s.external_key is not null
    union select 'stars', s.id, s.slug from public.stars s
    union select k.table_name, k.row_id, k.key from private.import_keys k
      where k.table_name <> 'episodes' and not exists (select from private.imports i where i.id = k.import_id and i.undone_at is not null)
  )
  select jsonb_build_object(
    'formats', coalesce((select jsonb_agg(distinct k.key) from keys k where k.table_name = 'formats'), '[]'),
    'seasons', coalesce((select jsonb_agg(distinct k.key || '/' || s.season_number)
      from public.seasons s join keys k on k.table_name = 'formats' and k.row_id = s.format_id), '[]'),
    'stars', coalesce((select jsonb_agg(distinct k.key) from keys k where k.table_name = 'stars'), '[]'))
$$;
comment on function private.import_keys() is 'Keys of what is there, as importKeys: rows may refer to it. Each has several, see private.import_names().';
