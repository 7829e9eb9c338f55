-- Feeds of one broadcaster or provider, and of one broadcast ----------------------------------------------------------

-- Dropped, because another function of the same name beside it would make the call by name ambiguous.
drop function public.calendar_feed(text);
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
      'format_name', e.format_name, 'format_slug', f.slug, 'season_number', e.season_number, 'episode_number', e.episode_number,
      'updated_at', e.updated_at) order by e.event_date, e.event_time, e.id), '[]'::jsonb)
    from (
      select e.*
      from public.calendar_events e
      where e.is_occurrence and event is null and e.event_date between today - 30 and today + 365
        and (only_format is null or e.format_id = only_format)
        and (broadcaster is null or e.broadcaster_id = broadcaster)
        and (provider is null or e.streaming_provider_id = provider)
      union all
      select e.* from public.calendar_events e where e.is_occurrence and e.id = event
      order by event_date, event_time, id
      limit 1000
    ) e
    left join private.format_refs f on f.id = e.format_id);
end $$;
comment on function public.calendar_feed(text, text, text, text) is
  'iCalendar feeds: events from 30 days ago to 365 days ahead, of one format, broadcaster or provider; null when there is no such. Or one event by its id.';
revoke execute on function public.calendar_feed(text, text, text, text) from public;
grant execute on function public.calendar_feed(text, text, text, text) to anon, authenticated, service_role;
