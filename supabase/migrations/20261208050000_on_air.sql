-- On air until its end, and one television day (docs/decisions/086-on-air-until-its-end.md) -----------------------------------------

create function private.broadcast_end(day date, wall time, minutes integer) returns timestamptz
language sql immutable parallel safe set search_path = '' as $$
  select private.berlin_instant(day, wall) + make_interval(mins => coalesce(minutes, 60))
$$;
comment on function private.broadcast_end(date, time, integer) is
  'When a broadcast ends; 60 minutes are assumed where none are known. Mirrors eventEnd() of domain.';

create function private.is_on_air(day date, wall time, minutes integer, at timestamptz default now()) returns boolean
language sql stable parallel safe set search_path = '' as $$
  select at >= private.berlin_instant(day, wall) and at < private.broadcast_end(day, wall, minutes)
$$;
comment on function private.is_on_air(date, time, integer, timestamptz) is
  'Whether a broadcast runs, from its first minute until its end. Mirrors eventWhen() of domain.';

create function private.is_over(day date, wall time, minutes integer, at timestamptz default now()) returns boolean
language sql stable parallel safe set search_path = '' as $$
  -- Days far enough away need no instants; no broadcast is longer than a day. A clock change may add an hour, therefore two days.
  select case when day > (at at time zone 'Europe/Berlin')::date then false
    when day < (at at time zone 'Europe/Berlin')::date - 2 then true
    else at >= private.broadcast_end(day, wall, minutes) end
$$;
comment on function private.is_over(date, time, integer, timestamptz) is
  'Whether a broadcast has ended. What begins two days ago or later may still run: lists begin there.';

create function private.television_day(at timestamptz default now()) returns date
language sql stable parallel safe set search_path = '' as $$
  select (at at time zone 'Europe/Berlin' - interval '5 hours')::date
$$;
comment on function private.television_day(timestamptz) is 'The television day, from 05:00 to 05:00 in Berlin. Mirrors televisionDay() of domain.';

create function private.television_day_of(day date, wall time) returns date
language sql immutable parallel safe set search_path = '' as $$
  select case when wall < '05:00' then day - 1 else day end
$$;
comment on function private.television_day_of(date, time) is
  'The television day of a broadcast: after midnight it belongs to the evening before.';

create function private.shown_time(day date, wall time) returns time
language sql immutable parallel safe set search_path = '' as $$
  select case when wall >= '02:00' and wall < '03:00' then (private.berlin_instant(day, wall) at time zone 'Europe/Berlin')::time else wall end
$$;
comment on function private.shown_time(date, time) is 'A wall clock time that exists: in the gap of spring an hour later.';

revoke execute on function private.broadcast_end(date, time, integer), private.is_on_air(date, time, integer, timestamptz),
  private.is_over(date, time, integer, timestamptz), private.television_day(timestamptz), private.television_day_of(date, time),
  private.shown_time(date, time) from public;
grant execute on function private.berlin_instant(date, time), private.broadcast_end(date, time, integer),
  private.is_on_air(date, time, integer, timestamptz), private.is_over(date, time, integer, timestamptz), private.television_day(timestamptz),
  private.television_day_of(date, time), private.shown_time(date, time) to anon, authenticated, service_role;

-- Reading --------------------------------------------------------------------------------------------------------------------

create or replace view private.event_items with (security_invoker = on) as
select e.id, e.format_id, e.season_id, e.broadcaster_id, e.streaming_provider_id, e.event_date, e.event_time, e.episode_number,
  jsonb_build_object('id', e.id, 'title', e.title, 'event_type', e.event_type, 'event_date', e.event_date,
    'event_time', private.shown_time(e.event_date, e.event_time),
    'duration_minutes', e.duration_minutes, 'channel', e.channel, 'streaming_platform', e.streaming_platform,
    'streaming_color', p.color, 'streaming_url', f.streaming_url, 'description', e.description, 'is_live', e.is_live,
    'is_cancelled', e.is_cancelled,
    'season_number', coalesce(e.season_number, s.season_number), 'season_slug', s.slug, 'episode_number', e.episode_number,
    'format_name', e.format_name, 'format', f.ref) as item,
  e.duration_minutes, e.is_cancelled
from public.calendar_events e
left join private.format_refs f on f.id = e.format_id
left join public.streaming_providers p on p.id = e.streaming_provider_id
left join public.seasons s on s.id = e.season_id
where e.is_occurrence;

-- The next episode: what runs, then what is new, then what is repeated.
create or replace view private.format_heads with (security_invoker = on) as
select f.id, f.name, f.created_at, n.event_date as next_date,
  jsonb_build_object('id', f.id, 'slug', f.slug, 'name', f.name, 'short_name', f.short_name, 'emoji', f.emoji, 'color', f.color,
    'description', f.description, 'broadcaster_id', f.broadcaster_id, 'streaming_provider_id', f.streaming_provider_id,
    'streaming_url', f.streaming_url, 'seasons_count', f.seasons_count, 'created_at', f.created_at,
    'next_episode', case when n.event_date is not null then
      jsonb_build_object('event_date', n.event_date, 'event_time', private.shown_time(n.event_date, n.event_time), 'title', n.title,
        'event_type', n.event_type, 'duration_minutes', n.duration_minutes) end) as head
from public.formats f
left join lateral (
  select e.event_date, e.event_time, e.title, e.event_type, e.duration_minutes
  from public.calendar_events e
  where e.format_id = f.id and e.is_occurrence and not e.is_cancelled
    and e.event_date >= (now() at time zone 'Europe/Berlin')::date - 2
    and not private.is_over(e.event_date, e.event_time, e.duration_minutes)
  order by e.event_date <= (now() at time zone 'Europe/Berlin')::date
      and private.is_on_air(e.event_date, e.event_time, e.duration_minutes) desc,
    e.event_type = 'rerun', e.event_date, e.event_time, e.id
  limit 1
) n on true
where f.is_active;
comment on view private.format_heads is
  'Active formats as formatCard without its people: with the next episode (running, else the first to come; a repeat only if there is nothing else).';

create or replace function public.format_events(p_format_id text, p_season_id text default null, p_limit integer default 50) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  format constant uuid := private.as_uuid(p_format_id);
  season constant uuid := private.as_uuid(p_season_id);
  today constant date := private.berlin_now()::date;
begin
  if nullif(p_season_id, '') is not null then
    return (
      select coalesce(jsonb_agg(x.item order by x.event_date, x.event_time, x.episode_number, x.id), '[]'::jsonb)
      from (
        select e.id, e.event_date, e.event_time, e.episode_number, e.item
        from private.event_items e
        where e.season_id = season and (format is null or e.format_id = format)
        order by e.event_date, e.event_time, e.episode_number, e.id
        limit 1000
      ) x);
  end if;
  return (
    select coalesce(jsonb_agg(x.item order by x.event_date, x.event_time, x.id), '[]'::jsonb)
    from (
      select e.id, e.event_date, e.event_time, e.item
      from private.event_items e
      where e.format_id = format and e.event_date >= today - 2
        and (e.event_date >= today or not private.is_over(e.event_date, e.event_time, e.duration_minutes))
      order by e.event_date, e.event_time, e.id
      limit private.page_limit(p_limit, 50, 200)
    ) x);
end $$;
comment on function public.format_events(text, text, integer) is
  'With a season all its episodes in order, else the events of the format from today on (Berlin) and what still runs: 50, at most 200.';

create or replace function public.home_page() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  television_day constant date := private.television_day();
  poll_of_day constant uuid := private.hottest_post('poll', true);
  lead uuid := private.hottest_post('rumor', false);
begin
  if lead is null then lead := (select l.id from private.list_posts('rumor', 'new', null, null, null, 1) l); end if;
  return jsonb_build_object(
    'today', coalesce((
      select jsonb_agg(e.item order by e.event_date, e.event_time, e.id)
      from private.event_items e
      where e.event_date between television_day - 1 and television_day + 1
        and (private.television_day_of(e.event_date, e.event_time) = television_day
          -- What began before five and still runs.
          or not e.is_cancelled and private.is_on_air(e.event_date, e.event_time, e.duration_minutes))), '[]'::jsonb),
    'trending', coalesce((
      select jsonb_agg(t.card order by t.next_date is null, t.participants desc, t.name_key, t.id)
      from (
        select f.id, f.card, f.next_date, f.participants, private.search_fold(f.name) as name_key
        from private.format_cards f
        order by f.next_date is null, f.participants desc, name_key, f.id
        limit 6
      ) t), '[]'::jsonb),
    'top_stars', public.chart_stars(null, 5) -> 'items',
    'lead', (select card from private.post_cards where id = lead),
    'rumor', (
      select c.card from private.list_posts('rumor', 'new', null, null, null, 2) with ordinality as l (id, keys, place)
      join private.post_cards c on c.id = l.id where l.id is distinct from lead order by l.place limit 1),
    'poll', (
      select c.card from private.list_posts('poll', 'new', null, null, null, 2) with ordinality as l (id, keys, place)
      join private.post_cards c on c.id = l.id where l.id is distinct from poll_of_day order by l.place limit 1),
    'discussion', private.post_list('discussion', 'new', null, null, null, 1) -> 'items' -> 0,
    'poll_of_day', (select card from private.post_cards where id = poll_of_day),
    'news', private.latest_news(null, null, 6) -> 'items');
end $$;

create or replace function private.find_dates(words text[], formats uuid[], after text[], wanted integer)
returns table (id uuid, keys text[], total bigint)
language plpgsql stable security definer rows 20 set search_path = '' as $$
declare
  -- What began up to two days ago may still be running.
  first_day constant date := private.berlin_now()::date - 2;
  patterns constant text[] := private.like_patterns(words);
begin
  return query
    with hit as materialized (
      (select e.id, e.event_date, extract(epoch from e.event_time)::integer as second from public.calendar_events e
        where e.format_id = any (formats) and e.is_occurrence and e.event_date >= first_day
          and not private.is_over(e.event_date, e.event_time, e.duration_minutes)
        order by e.event_date, e.event_time, e.id limit 300)
      union
      select n.id, n.event_date, extract(epoch from n.event_time)::integer from (
        select e.id, e.event_date, e.event_time, e.title, e.format_name from public.calendar_events e
        where e.is_occurrence and e.event_date >= first_day
          and not private.is_over(e.event_date, e.event_time, e.duration_minutes)
        order by e.event_date, e.event_time, e.id limit 100
      ) n where private.search_fold(concat_ws(' ', n.format_name, n.title)) like all (patterns)
    )
    select h.id, array[h.event_date::text, h.second::text, h.id::text], (select count(*) from hit)
    from hit h
    where after is null or (h.event_date, h.second, h.id) > (after[1]::date, after[2]::integer, after[3]::uuid)
    order by h.event_date, h.second, h.id limit wanted;
end $$;

-- Telling --------------------------------------------------------------------------------------------------------------------

create function private.broadcasts_to_tell(at timestamptz default now()) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select distinct on (e.format_id) e.id from public.calendar_events e
  where e.is_occurrence and not e.is_cancelled and e.event_date between private.television_day(at) and private.television_day(at) + 1
    and private.television_day_of(e.event_date, e.event_time) = private.television_day(at)
    and private.berlin_instant(e.event_date, e.event_time) > at
    and exists (select from private.follows f where f.target_id = e.format_id and f.target_type = 'format')
  order by e.format_id, e.event_date, e.event_time, e.id
$$;
comment on function private.broadcasts_to_tell(timestamptz) is
  'Of each format that is followed the first broadcast that is still to come on this television day.';

create or replace function private.announce_broadcasts() returns void
language sql security definer set search_path = '' as $$
  insert into private.announcements (kind, event_id) select 'broadcast', told from private.broadcasts_to_tell() told on conflict do nothing
$$;
comment on function private.announce_broadcasts() is
  'Daily job: followers of a format are told what of it is still to come on this television day, if they want that.';

-- All of one day in one sentence: "läuft heute um 12:00 (Wiederholung), um 20:15 und nachts um 00:05 bei RTL".
create function private.times_told(event uuid, at timestamptz default now()) returns table (said text, first_time text, first_station text)
language sql stable security definer set search_path = '' as $$
  with coming as (
    select to_char(private.shown_time(e.event_date, e.event_time), 'HH24:MI') as clock, coalesce(e.channel, e.streaming_platform) as station,
      e.event_type = 'rerun' as repeated, e.event_time < '05:00' as night,
      row_number() over (order by e.event_date, e.event_time, e.id) as place, count(*) over () as times,
      min(coalesce(e.channel, e.streaming_platform, '')) over () = max(coalesce(e.channel, e.streaming_platform, '')) over () as same_station
    from public.calendar_events told
    join public.calendar_events e on e.format_id = told.format_id
      and e.event_date between told.event_date - 1 and told.event_date + 1
      and private.television_day_of(e.event_date, e.event_time) = private.television_day_of(told.event_date, told.event_time)
    where told.id = event and e.is_occurrence and not e.is_cancelled and private.berlin_instant(e.event_date, e.event_time) > times_told.at
  )
  select 'heute' || case when bool_or(c.night and c.place = 1) then ' Nacht' else '' end
      || string_agg(
        case when c.place = 1 then '' when c.place = c.times and c.times <= 8 then ' und' else ',' end
        || case when c.night and c.place > 1 and not c.after_night then ' nachts' else '' end
        || ' um ' || c.clock || case when not c.same_station then coalesce(' bei ' || c.station, '') else '' end
        || case when c.repeated then ' (Wiederholung)' else '' end, '' order by c.place)
      || case when max(c.times) > 8 then format(' und danach noch %s-mal', max(c.times) - 8) else '' end
      || case when bool_and(c.same_station) then coalesce(' bei ' || min(c.station), '') else '' end,
    min(c.clock) filter (where c.place = 1), min(c.station) filter (where c.place = 1)
  from (select w.*, coalesce(lag(w.night) over (order by w.place), false) as after_night from coming w) c
  where c.place <= 8
  having count(*) > 0
$$;
comment on function private.times_told(uuid, timestamptz) is
  'What is still to come of the format of a broadcast on its television day, as the middle of a sentence; no row when nothing is.';

create or replace function private.news_of_broadcast(event uuid, after uuid, most integer) returns private.news[]
language sql stable security definer set search_path = '' as $$
  select array_agg(jsonb_populate_record(null::private.news, jsonb_build_object('member', f.member_id, 'type', 'format_today', 'target', t.id,
      'title', 'Heute: ' || t.name, 'message', format('%s läuft %s.', t.name, told.said),
      'data', jsonb_strip_nulls(jsonb_build_object('topic', t.name, 'format_slug', t.slug, 'event_time', told.first_time,
        'station', told.first_station)))) order by f.member_id)
  from public.calendar_events e join public.formats t on t.id = e.format_id and t.is_active
  -- Whoever hears it late is not told what has begun meanwhile.
  cross join lateral private.times_told(e.id) told
  cross join lateral (
    select x.member_id from private.follows x
    where x.target_id = t.id and x.target_type = 'format' and x.member_id > after and x.channel is distinct from 'off'
    order by x.member_id limit most) f
  where e.id = event
$$;
revoke execute on function private.times_told(uuid, timestamptz), private.broadcasts_to_tell(timestamptz) from public;

create or replace function private.news_of_cancellation(event uuid, after uuid, most integer) returns private.news[]
language sql stable security definer set search_path = '' as $$
  select array_agg(jsonb_populate_record(null::private.news, jsonb_build_object('member', f.member_id, 'type', 'broadcast_cancelled',
      'target', t.id, 'title', 'Fällt aus: ' || t.name,
      'message', format('%s fällt am %s um %s aus.', t.name, to_char(e.event_date, 'FMDD.FMMM.'), shown.at),
      'data', jsonb_build_object('topic', t.name, 'format_slug', t.slug, 'event_time', shown.at))) order by f.member_id)
  from public.calendar_events e join public.formats t on t.id = e.format_id and t.is_active
  cross join lateral (select to_char(private.shown_time(e.event_date, e.event_time), 'HH24:MI') as at) shown
  cross join lateral (
    select x.member_id from private.follows x
    where x.target_id = t.id and x.target_type = 'format' and x.member_id > after and x.channel is distinct from 'off'
    order by x.member_id limit most) f
  -- Whoever cancelled by mistake has taken it back before anybody was told.
  where e.id = event and e.is_cancelled
$$;

create or replace function private.briefing_facts() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'posts', (select jsonb_build_object('count', count(*), 'oldest', min(w.since)) from private.waiting_posts w),
    'reports', (select jsonb_build_object('count', count(distinct coalesce(r.target_post_id, r.target_comment_id, r.target_profile_id)),
      'oldest', min(r.confirmed_at)) from public.reports r where r.status = 'pending' and r.confirmed_at is not null),
    'appeals', (select jsonb_build_object('count', count(*), 'oldest', min(a.created_at)) from public.appeals a where a.status = 'pending'),
    'today', coalesce((
      select jsonb_agg(jsonb_build_object('time', to_char(private.shown_time(e.event_date, e.event_time), 'HH24:MI'),
        'title', left(coalesce(e.format_name, e.title), 80), 'channel', left(coalesce(e.channel, e.streaming_platform), 40),
        'is_cancelled', e.is_cancelled) order by e.event_date, e.event_time, e.id)
      from (select * from public.calendar_events x
        where x.is_occurrence and x.event_date between private.television_day() and private.television_day() + 1
          and private.television_day_of(x.event_date, x.event_time) = private.television_day()
          and not private.is_over(x.event_date, x.event_time, x.duration_minutes)
        order by x.event_date, x.event_time, x.id limit 12) e), '[]'),
    'unusual', private.unusual_yesterday(),
    'broken', coalesce((select jsonb_agg(j.name order by j.name) from (select * from private.jobs x
      where x.last_failed_at > now() - interval '1 day' and x.last_failed_at > coalesce(x.last_succeeded_at, '-infinity') limit 10) j), '[]'))
$$;
