-- What is new, and what of it may be there already (docs/decisions/124-one-season-two-hands.md) -----------------------

-- New rows are named, so that a person who is there already does not come a second time unseen.

create function private.import_new(tables jsonb, part text default null) returns table (table_name text, nth bigint, given jsonb)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select t.name, d.nth, d.given
  from (select distinct f.table_name as name from private.import_fields() f) t
  cross join lateral jsonb_array_elements(private.import_rows(tables, t.name)) with ordinality as d (given, nth)
  where (part is null or t.name = part) and (t.name, d.nth) not in (select r.table_name, r.nth from private.import_matched(tables, part) r)
    -- Without a day nothing enters the calendar.
    and (t.name <> 'episodes' or d.given ->> 'date' is not null);
end $$;
comment on function private.import_new(jsonb, text) is 'Rows of an import (of one table, if part names it) that private.import_matched() does not find, by table and place: it would make them.';

create function private.unanswered(tables jsonb, part text) returns jsonb
language sql stable set search_path = '' as $$
  select case when tables ? part then tables || jsonb_build_object(part, (
    select coalesce(jsonb_agg(d.given - 'same' order by d.nth), '[]') from jsonb_array_elements(private.import_rows(tables, part)) with ordinality as d (given, nth)))
    else tables end
$$;
comment on function private.unanswered(jsonb, text) is 'The tables of an import without what was answered about one of them: questions stay while they are answered.';

create function private.import_doubles(tables jsonb) returns table (table_name text, nth bigint, id uuid, name text, slug text, facts jsonb)
language sql stable security definer set search_path = '' as $$
  with made as materialized (
    select n.table_name, n.nth, w.folded
    from private.import_new(private.unanswered(private.unanswered(tables, 'formats'), 'stars')) n
    cross join lateral (
      select private.search_fold(n.given ->> 'name') as folded where n.table_name = 'formats'
      union select private.search_fold(n.given ->> 'short_name') where n.table_name = 'formats'
      union select private.search_fold(coalesce(nullif(btrim(concat_ws(' ', n.given ->> 'first_name', n.given ->> 'last_name')), ''), n.given ->> 'nickname'))
        where n.table_name = 'stars'
    ) w where n.table_name in ('formats', 'stars') and w.folded <> ''
  ), there as materialized (
    select 'formats' as table_name, f.id, private.search_fold(f.name) as folded from public.formats f
    union select 'formats', f.id, private.search_fold(f.short_name) from public.formats f
    union select 'stars', s.id, private.search_fold(s.first_name || ' ' || s.last_name) from public.stars s
    union select 'stars', s.id, private.search_fold(s.nickname) from public.stars s
  ), alike as materialized (
    select distinct m.table_name, m.nth, t.id from made m join there t on t.table_name = m.table_name and t.folded = m.folded
  )
  select a.table_name, a.nth, f.id, f.name, f.slug, jsonb_build_object('channel', b.name, 'seasons', (
      select coalesce(jsonb_agg(s.season_number order by s.season_number desc), '[]') from public.seasons s where s.format_id = f.id))
    from alike a join public.formats f on f.id = a.id left join public.broadcasters b on b.id = f.broadcaster_id where a.table_name = 'formats'
  union all
  select a.table_name, a.nth, x.id, x.full_name, x.slug, jsonb_build_object('born', x.birthdate, 'shows', (
      select coalesce(jsonb_agg(f.name || ' ' || s.season_number order by s.start_date desc nulls last, f.name), '[]')
      from public.season_participants p join public.seasons s on s.id = p.season_id join public.formats f on f.id = s.format_id where p.star_id = x.id))
    from alike a join public.stars x on x.id = a.id where a.table_name = 'stars'
$$;
comment on function private.import_doubles(jsonb) is
  'New formats and stars of an import whose name, folded as the search does, one that is there already has: probably the same.';

create function private.import_alike_episodes(tables jsonb) returns table (table_name text, nth bigint, id uuid, name text, slug text, facts jsonb)
language sql stable security definer set search_path = '' as $$
  with rows as materialized (select * from private.import_episodes_there(private.unanswered(tables, 'episodes')))
  select 'episodes', r.nth, e.id, e.title, null::text, jsonb_build_object('date', e.event_date, 'time', to_char(e.event_time, 'HH24:MI'), 'channel', e.channel)
  from rows r join public.formats f on f.id = r.format_id
  join public.calendar_events e on e.event_date = (r.given ->> 'date')::date and e.is_occurrence and not e.is_rerun and e.episode_number is null
    and (e.season_id is null or e.season_id = r.season_id)
    and (e.format_id = f.id or e.format_id is null and private.search_fold(coalesce(e.format_name, e.title)) = private.search_fold(f.name))
  where r.event_id is null and r.given ->> 'episode_number' is not null and coalesce(r.given ->> 'kind', 'episode') <> 'rerun'
    and not exists (select from rows o where o.event_id = e.id)
$$;
comment on function private.import_alike_episodes(jsonb) is
  'Broadcasts without a number that the format has on the day of a new episode: probably the same, entered before the number was known.';

create function private.usual_time(format uuid) returns time
language sql stable set search_path = '' as $$
  select mode() within group (order by e.event_time) from (
    select e.event_time from public.calendar_events e where e.format_id = format and e.is_occurrence and not e.is_rerun
    order by e.event_date desc, e.event_time desc limit 30) e
$$;
comment on function private.usual_time(uuid) is 'When a format mostly begins: of its latest 30 broadcasts, without reruns; null where there are none.';

create function private.import_times(tables jsonb) returns table (format_key text, format_name text, usual time, origin text)
language sql stable security definer set search_path = '' as $$
  select k.key, coalesce(f.name, (select d ->> 'name' from jsonb_array_elements(private.import_rows(tables, 'formats')) d where d ->> 'key' = k.key limit 1), k.key),
    coalesce(private.usual_time(f.id), k.in_file, '20:15'),
    case when private.usual_time(f.id) is not null then 'calendar' when k.in_file is not null then 'file' else 'default' end
  from (
    select d ->> 'format_key' as key, mode() within group (order by (d ->> 'time')::time) as in_file
    from jsonb_array_elements(private.import_rows(tables, 'episodes')) d group by d ->> 'format_key') k
  left join private.import_names(tables) n on n.table_name = 'formats' and n.key = k.key
  left join public.formats f on f.id = n.row_id
$$;
comment on function private.import_times(jsonb) is
  'When new episodes without a time begin: as the format mostly does, else as most rows of the file say, else 20:15.';

create function private.import_told_new(tables jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    with made as materialized (select * from private.import_new(tables))
    select jsonb_build_object(
      'rows', coalesce((select jsonb_object_agg(t.table_name, t.rows) from (
        select n.table_name, jsonb_agg(n.nth order by n.nth) as rows from made n group by n.table_name) t), '{}'),
      'doubles', coalesce((select jsonb_agg(jsonb_build_object('table', d.table_name, 'nth', d.nth, 'id', d.id, 'name', d.name, 'slug', d.slug)
          || d.facts order by d.table_name, d.nth, d.name, d.id)
        from (select * from private.import_doubles(tables) union all select * from private.import_alike_episodes(tables)) d), '[]'),
      'times', coalesce((select jsonb_agg(jsonb_build_object('format', t.format_name, 'time', to_char(t.usual, 'HH24:MI'), 'origin', t.origin,
          'episodes', t.episodes) order by t.format_name) from (
        select t.format_name, t.usual, t.origin, count(*) as episodes from private.import_times(tables) t
        join made n on n.table_name = 'episodes' and n.given ->> 'format_key' = t.format_key and n.given ->> 'time' is null
        group by t.format_name, t.usual, t.origin) t), '[]')));
end $$;
comment on function private.import_told_new(jsonb) is 'What an import would make, as importNew.';

create function private.admin_import_new(tables jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  return private.import_told_new(tables);
end $$;
comment on function private.admin_import_new(jsonb) is 'See public.admin_import_new().';
grant execute on function private.admin_import_new(jsonb) to authenticated;

create function public.admin_import_new(p_tables jsonb) returns jsonb
language sql stable set search_path = '' set statement_timeout = '120s' as $$ select private.admin_import_new(p_tables) $$;
comment on function public.admin_import_new(jsonb) is
  'RPC for staff: which rows an import would make, {rows: {table: places from 1}, doubles: [{table, nth, id, name, slug, …}], times: [{format, time, origin, episodes}]}; doubles are what is there already and may be the same, times are for those without one.';
grant execute on function public.admin_import_new(jsonb) to authenticated, service_role;
