-- Admin: pages --------------------------------------------------------------------------------------------------------

-- What /admin/calendar reads.

create function public.admin_calendar_page(p_from text, p_to text, p_broadcaster text default null, p_format text default null) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  most constant integer := 1000;
  first_day constant date := private.as_day(p_from);
  last_day constant date := private.as_day(p_to);
begin
  perform private.require_moderator();
  return (
    with shown as materialized (
      select e.* from public.calendar_events e
      where e.is_occurrence and e.event_date between first_day and last_day
        and (nullif(p_broadcaster, '') is null or e.broadcaster_id = private.as_uuid(p_broadcaster))
        and (nullif(p_format, '') is null or e.format_id = private.as_uuid(p_format))
      order by e.event_date, e.event_time, e.episode_number, e.id
      limit most
    ),
    near as materialized (
      select t.id, t.channel, t.begins, t.ends from private.channel_times t
      where t.event_date between (select min(s.event_date) - 1 from shown s) and (select max(s.event_date) + 1 from shown s)
    ),
    colliding as materialized (
      select distinct a.id from near a join near o on o.channel = a.channel and o.id <> a.id and o.begins < a.ends and a.begins < o.ends
    )
    select jsonb_build_object(
      'items', coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'title', s.title, 'event_type', s.event_type, 'event_date', s.event_date,
        'event_time', s.event_time, 'duration_minutes', s.duration_minutes, 'channel', s.channel, 'streaming_platform', s.streaming_platform,
        'format_name', s.format_name, 'short_name', f.short_name, 'color', f.color, 'season_number', s.season_number,
        'episode_number', s.episode_number, 'is_live', s.is_live, 'is_cancelled', s.is_cancelled, 'change_note', s.change_note,
        'in_series', s.series_parent_id is not null, 'updated_at', s.updated_at,
        'collides', s.id in (select c.id from colliding c)
        ) order by s.event_date, s.event_time, s.episode_number, s.id), '[]'::jsonb),
      'cut', count(*) = most)
    from shown s
    left join public.formats f on f.id = s.format_id);
end $$;
comment on function public.admin_calendar_page(text, text, text, text) is
  'RPC for the team: what runs in the closed range of days, at most 1,000 (cut), of one broadcaster or format (ids), with a flag on those that overlap on their channel.';
grant execute on function public.admin_calendar_page(text, text, text, text) to authenticated, service_role;

create function public.admin_calendar_choices() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  perform private.require_moderator();
  return jsonb_build_object(
    'formats', (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'short_name', f.short_name,
        'broadcaster_id', f.broadcaster_id, 'streaming_provider_id', f.streaming_provider_id, 'active', f.is_active,
        'seasons', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'season_number', s.season_number, 'title', s.title,
          'last_number', k.last_number, 'last_date', k.last_date)
          order by s.season_number desc), '[]'::jsonb) from public.seasons s
          cross join lateral (select max(e.episode_number) as last_number, max(e.event_date) as last_date from public.calendar_events e
            where e.season_id = s.id and e.episode_number is not null and not e.is_rerun) k
          where s.format_id = f.id)) order by lower(f.name), f.id), '[]'::jsonb)
      from public.formats f),
    'broadcasters', (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name, 'active', b.active) order by lower(b.name), b.id), '[]'::jsonb)
      from public.broadcasters b),
    'providers', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'active', p.active) order by lower(p.name), p.id), '[]'::jsonb)
      from public.streaming_providers p));
end $$;
comment on function public.admin_calendar_choices() is
  'RPC for the team: formats with their seasons, broadcasters and providers of all states, for the forms of the calendar.';
grant execute on function public.admin_calendar_choices() to authenticated, service_role;

create function public.admin_calendar_event(p_id text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare one public.calendar_events;
begin
  perform private.require_moderator();
  select e.* into one from public.calendar_events e where e.id = private.as_uuid(p_id) and e.is_occurrence;
  if one.id is null then return null; end if;
  return jsonb_build_object('id', one.id, 'title', one.title, 'event_type', one.event_type, 'format_id', one.format_id,
    'format_name', one.format_name, 'season_id', one.season_id, 'episode_number', one.episode_number, 'event_date', one.event_date,
    'event_time', one.event_time, 'duration_minutes', one.duration_minutes, 'broadcaster_id', one.broadcaster_id, 'channel', one.channel,
    'streaming_provider_id', one.streaming_provider_id, 'streaming_platform', one.streaming_platform, 'description', one.description,
    'is_live', one.is_live, 'is_cancelled', one.is_cancelled, 'change_note', one.change_note, 'updated_at', one.updated_at,
    'series', (
      select jsonb_build_object('frequency', p.series_frequency, 'until', p.series_end_date,
        'episodes', (select count(*) from private.episodes_in_scope(one, 'all') e),
        'following', (select count(*) from private.episodes_in_scope(one, 'following') e))
      from public.calendar_events p where p.id = one.series_parent_id));
end $$;
comment on function public.admin_calendar_event(text) is
  'RPC for the team: an event with all that its form shows, and how many episodes „alle“ and „diese und folgende“ mean; null when there is none.';
grant execute on function public.admin_calendar_event(text) to authenticated, service_role;

create function public.admin_calendar_collisions(p_event text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  draft jsonb;
  was public.calendar_events;
  planned public.calendar_events[];
  leaving uuid[] := '{}';
begin
  perform private.require_moderator();
  draft := private.event_draft(p_event);
  if draft ->> 'id' is null then
    planned := array(select n from private.planned_new(draft) n);
  else
    was := private.edited_event(draft);
    planned := array(select n from private.planned_edit(draft, was) n);
    leaving := array(select e.id from private.episodes_in_scope(was, draft ->> 'scope') e);
  end if;
  return (
    with found as materialized (select c.*, row_number() over (order by c.planned_day, c.event_date, c.event_time, c.id) as place
      from private.colliding_events(planned, leaving) c)
    select jsonb_build_object('count', count(distinct f.planned_day), 'items', coalesce(jsonb_agg(jsonb_build_object('id', f.id,
      'planned_day', f.planned_day, 'name', coalesce(f.format_name, f.title), 'event_date', f.event_date, 'event_time', f.event_time,
      'ends', (f.ends at time zone 'Europe/Berlin')::time(0))
      order by f.place) filter (where f.place <= 5), '[]'::jsonb))
    from found f);
end $$;
comment on function public.admin_calendar_collisions(text) is
  'RPC for the team: broadcasts that this draft would overlap on its channel: on how many days, and the first five.';
grant execute on function public.admin_calendar_collisions(text) to authenticated, service_role;
