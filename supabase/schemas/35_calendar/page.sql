-- Events --------------------------------------------------------------------------------------------------------------

create view private.event_items with (security_invoker = on) as
select e.id, e.format_id, e.season_id, e.broadcaster_id, e.streaming_provider_id, e.event_date, e.event_time, e.episode_number,
  jsonb_build_object('id', e.id, 'title', e.title, 'event_type', e.event_type, 'event_date', e.event_date,
    'event_time', private.shown_time(e.event_date, e.event_time),
    'duration_minutes', e.duration_minutes, 'channel', e.channel, 'streaming_platform', e.streaming_platform,
    'streaming_color', p.color, 'streaming_url', f.streaming_url, 'description', e.description, 'is_live', e.is_live,
    'is_cancelled', e.is_cancelled, 'change_note', e.change_note,
    'season_number', coalesce(e.season_number, s.season_number), 'season_slug', s.slug, 'episode_number', e.episode_number,
    'format_name', e.format_name, 'format', f.ref) as item,
  e.duration_minutes, e.is_cancelled
from public.calendar_events e
left join private.format_refs f on f.id = e.format_id
left join public.streaming_providers p on p.id = e.streaming_provider_id
left join public.seasons s on s.id = e.season_id
where e.is_occurrence;
comment on view private.event_items is 'Calendar entries as calendarEvent; the templates of series are left out.';

revoke all on private.event_items from public, anon, authenticated, service_role;
grant select on private.event_items to anon, authenticated, service_role;

-- Pages ---------------------------------------------------------------------------------------------------------------

-- /kalender, and the episodes on format and season pages. Filters in addresses are ids or slugs of names.

create function public.calendar_page(
  p_from text, p_to text, p_broadcaster text default null, p_provider text default null, p_format text default null
) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  -- An unknown filter is not the same as no filter: it matches nothing.
  nothing constant uuid := '00000000-0000-0000-0000-000000000000';
  first_day constant date := private.as_day(p_from);
  last_day constant date := private.as_day(p_to);
  broadcaster constant uuid := case when nullif(p_broadcaster, '') is not null then coalesce(
    (select b.id from public.broadcasters b where private.slugify(b.name) = p_broadcaster limit 1), private.as_uuid(p_broadcaster), nothing) end;
  provider constant uuid := case when nullif(p_provider, '') is not null then coalesce(
    (select p.id from public.streaming_providers p where private.slugify(p.name) = p_provider limit 1), private.as_uuid(p_provider), nothing) end;
  format constant uuid := case when nullif(p_format, '') is not null then coalesce(private.format_by(p_format), nothing) end;
begin
  return (
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(x.item order by x.event_date, x.event_time, x.episode_number, x.id)
        from (
          select e.id, e.event_date, e.event_time, e.episode_number, e.item
          from private.event_items e
          where e.event_date between first_day and last_day
            and (broadcaster is null or e.broadcaster_id = broadcaster)
            and (provider is null or e.streaming_provider_id = provider)
            and (format is null or e.format_id = format)
          order by e.event_date, e.event_time, e.episode_number, e.id
          limit 1000
        ) x), '[]'::jsonb),
      'broadcasters', coalesce((select jsonb_agg(ref order by type, name) from private.broadcaster_refs where active), '[]'::jsonb),
      'providers', coalesce((select jsonb_agg(ref order by name) from private.provider_refs where active), '[]'::jsonb),
      'formats', coalesce((select jsonb_agg(ref order by search_key, id) from private.format_refs), '[]'::jsonb))
  );
end $$;
comment on function public.calendar_page(text, text, text, text, text) is
  'Page /kalender: events of the closed range of Berlin days by date, time, then number (at most 1,000), and the choices of the filters. Filters are ids or slugs of names; an impossible day or unknown filter gives no events.';
grant execute on function public.calendar_page(text, text, text, text, text) to anon, authenticated, service_role;

create function public.format_events(p_format_id text, p_season_id text default null, p_limit integer default 50) returns jsonb
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
    select coalesce(jsonb_agg(x.item order by x.event_date, x.event_time, x.episode_number, x.id), '[]'::jsonb)
    from (
      select e.id, e.event_date, e.event_time, e.episode_number, e.item
      from private.event_items e
      where e.format_id = format and e.event_date >= today - 2
        and (e.event_date >= today or not private.is_over(e.event_date, e.event_time, e.duration_minutes))
      order by e.event_date, e.event_time, e.episode_number, e.id
      limit private.page_limit(p_limit, 50, 200)
    ) x);
end $$;
comment on function public.format_events(text, text, integer) is
  'With a season all its episodes in order, else the events of the format from today on (Berlin) and what still runs: 50, at most 200.';
grant execute on function public.format_events(text, text, integer) to anon, authenticated, service_role;

-- Times and collisions ------------------------------------------------------------------------------------------------

-- What is cancelled leaves its channel to others.
create view private.channel_times with (security_invoker = on) as
select t.id, t.event_date, t.channel, t.begins, t.begins + make_interval(mins => coalesce(t.duration_minutes, 60)) as ends
from (
  select e.id, e.event_date, e.duration_minutes, lower(btrim(coalesce(b.name, e.channel))) as channel,
    least((e.event_date + e.event_time) at time zone 'Europe/Berlin',
      (e.event_date + e.event_time - interval '1 hour') at time zone 'Europe/Berlin' + interval '1 hour') as begins
  from public.calendar_events e
  left join public.broadcasters b on b.id = e.broadcaster_id
  where e.is_occurrence and not e.is_cancelled and (b.id is null or b.type in ('tv', 'pay_tv')) and btrim(e.channel) <> ''
) t;
comment on view private.channel_times is
  'Times at which a channel is occupied: broadcasts on TV and on channels that are free text; streaming and media libraries have no times. One hour where the length is unknown (assumedEventMinutes of domain).';

revoke all on private.channel_times from public, anon, authenticated, service_role;
grant select on private.channel_times to authenticated, service_role;

-- Feeds of one broadcaster or provider, and of one broadcast ----------------------------------------------------------

create function public.calendar_feed(
  p_format text default null, p_broadcaster text default null, p_provider text default null, p_event text default null
) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  only_format constant uuid := case when p_format is not null then private.format_by(p_format) end;
  broadcaster constant uuid := case when p_broadcaster is not null then (
    select b.id from public.broadcasters b where b.id = private.as_uuid(p_broadcaster) or private.slugify(b.name) = p_broadcaster limit 1) end;
  provider constant uuid := case when p_provider is not null then (
    select p.id from public.streaming_providers p where p.id = private.as_uuid(p_provider) or private.slugify(p.name) = p_provider limit 1) end;
  event constant uuid := private.as_uuid(p_event);
  today constant date := private.berlin_now()::date;
begin
  if (p_format is not null and only_format is null) or (p_broadcaster is not null and broadcaster is null)
    or (p_provider is not null and provider is null) or (p_event is not null and event is null) then return null; end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'title', e.title, 'event_date', e.event_date, 'event_time', e.event_time,
      'duration_minutes', e.duration_minutes, 'channel', e.channel, 'streaming_platform', e.streaming_platform, 'description', e.description,
      'event_type', e.event_type, 'format_name', e.format_name, 'format_slug', f.slug, 'season_number', e.season_number, 'episode_number', e.episode_number,
      'is_cancelled', e.is_cancelled, 'change_note', e.change_note, 'sequence', e.ics_sequence,
      'updated_at', e.updated_at) order by e.event_date, e.event_time, e.episode_number, e.id), '[]'::jsonb)
    from (
      select e.*
      from public.calendar_events e
      where e.is_occurrence and event is null and e.event_date between today - 30 and today + 365
        and (only_format is null or e.format_id = only_format)
        and (broadcaster is null or e.broadcaster_id = broadcaster)
        and (provider is null or e.streaming_provider_id = provider)
      union all
      select e.* from public.calendar_events e where e.is_occurrence and e.id = event
      order by event_date, event_time, episode_number, id
      limit 1000
    ) e
    left join private.format_refs f on f.id = e.format_id);
end $$;
comment on function public.calendar_feed(text, text, text, text) is
  'iCalendar feeds: events from 30 days ago to 365 days ahead, of one format, broadcaster or provider; null when there is no such. Or one event by its id.';
grant execute on function public.calendar_feed(text, text, text, text) to anon, authenticated, service_role;
