-- The same five tables, for a spreadsheet and back (docs/decisions/124-one-season-two-hands.md) -----------------------

create function private.episodes_for_file(of_seasons uuid[]) returns table (event_id uuid, key text)
language sql stable security definer set search_path = '' as $$
  with listed as materialized (
    select e.id, e.external_key, e.is_rerun, e.episode_number, k.key || '/' || s.season_number || '/' || e.episode_number as usual_key,
      count(*) over (partition by e.season_id, e.episode_number, e.is_rerun) as alike
    from public.calendar_events e join public.seasons s on s.id = e.season_id
    join private.keys_for_file() k on k.table_name = 'formats' and k.row_id = s.format_id
    where e.season_id = any (of_seasons) and e.is_occurrence
  )
  -- Season and number say which one is meant, unless it is shown twice, has none, or something else was imported as that.
  select l.id, case
    when not l.is_rerun and l.episode_number is not null and l.alike = 1
      and not exists (select from public.calendar_events o where o.external_key = l.usual_key and o.id <> l.id)
      and not exists (select from private.import_keys k where k.table_name = 'episodes' and k.key = l.usual_key and k.row_id <> l.id) then null
    when private.usable_key(l.external_key, 200) then l.external_key
    else l.id::text end
  from listed l
$$;
comment on function private.episodes_for_file(uuid[]) is 'The episodes of seasons, with a key for those that season and number do not tell apart.';

create function private.tables_for_file(of_format uuid, of_season uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  everything constant boolean := of_format is null and of_season is null;
  seasons constant uuid[] := array(select s.id from public.seasons s where everything or s.format_id = of_format or s.id = of_season);
  formats constant uuid[] := array(select f.id from public.formats f where everything or f.id = of_format
    union select s.format_id from public.seasons s where s.id = of_season);
begin
  perform private.require_moderator();
  if cardinality(formats) = 0 and not everything then perform private.refuse('format.target_gone.format', '23503'); end if;
  return (
    with keys as materialized (select * from private.keys_for_file()),
    cast_rows as materialized (select p.*, k.key from public.season_participants p
      join keys k on k.table_name = 'stars' and k.row_id = p.star_id where p.season_id = any (seasons))
    select jsonb_build_object(
      'formats', (select coalesce(jsonb_agg(jsonb_build_object('key', k.key, 'name', f.name, 'short_name', f.short_name, 'broadcaster', b.name,
          'streaming_provider', p.name, 'description', f.description) order by f.name, f.id), '[]')
        from public.formats f join keys k on k.table_name = 'formats' and k.row_id = f.id
        left join public.broadcasters b on b.id = f.broadcaster_id left join public.streaming_providers p on p.id = f.streaming_provider_id
        where f.id = any (formats)),
      'seasons', (select coalesce(jsonb_agg(jsonb_build_object('format_key', k.key, 'season_number', s.season_number, 'title', s.title,
          'start_date', s.start_date, 'end_date', s.end_date, 'location', s.location) order by k.key, s.season_number), '[]')
        from public.seasons s join keys k on k.table_name = 'formats' and k.row_id = s.format_id where s.id = any (seasons)),
      'stars', (select coalesce(jsonb_agg(jsonb_build_object('key', k.key, 'first_name', x.first_name, 'last_name', x.last_name, 'nickname', x.nickname,
          'date_of_birth', x.birthdate) order by x.sort_key, x.id), '[]')
        from public.stars x join keys k on k.table_name = 'stars' and k.row_id = x.id
        where everything or exists (select from cast_rows c where c.star_id = x.id)),
      'participants', (select coalesce(jsonb_agg(jsonb_build_object('format_key', k.key, 'season_number', s.season_number, 'star_key', c.key,
          'placement', c.placement) order by k.key, s.season_number, c.sort_order, c.key), '[]')
        from cast_rows c join public.seasons s on s.id = c.season_id join keys k on k.table_name = 'formats' and k.row_id = s.format_id),
      'episodes', (select coalesce(jsonb_agg(jsonb_build_object('key', x.key, 'format_key', k.key, 'season_number', s.season_number,
          'episode_number', e.episode_number, 'title', e.title, 'date', e.event_date, 'time', to_char(e.event_time, 'HH24:MI'), 'kind', e.event_type,
          'duration_minutes', e.duration_minutes) order by k.key, s.season_number, e.event_date, e.event_time, e.episode_number, e.id), '[]')
        from private.episodes_for_file(seasons) x join public.calendar_events e on e.id = x.event_id join public.seasons s on s.id = e.season_id
        join keys k on k.table_name = 'formats' and k.row_id = s.format_id)));
end $$;
comment on function private.tables_for_file(uuid, uuid) is 'See public.admin_export_tables().';
grant execute on function private.tables_for_file(uuid, uuid) to authenticated;

create function public.admin_export_tables(p_format uuid default null, p_season uuid default null) returns jsonb
language sql stable set search_path = '' set statement_timeout = '120s' as $$ select private.tables_for_file(p_format, p_season) $$;
comment on function public.admin_export_tables(uuid, uuid) is
  'RPC for staff: a format, a season or everything as the five tables of an import, as exportTables. Imported again they change nothing. Hint target_gone.';
grant execute on function public.admin_export_tables(uuid, uuid) to authenticated, service_role;
