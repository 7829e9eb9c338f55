-- A week of television repeats itself: what runs in one week is planned for another.

create function public.admin_copy_week(p_from text, p_to text, p_broadcaster text default null, p_format text default null) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  most constant integer := 500;
  source constant date := date_trunc('week', private.as_day(p_from)::timestamp)::date;
  target constant date := date_trunc('week', private.as_day(p_to)::timestamp)::date;
  planned public.calendar_events[];
  found_count integer;
  collisions integer;
begin
  perform private.require_moderator();
  if source is null or target is null or source = target then
    raise exception 'Wähle eine andere Woche.' using errcode = '23514', hint = 'same_week';
  end if;
  select array_agg(e order by e.event_date, e.event_time, e.id), count(*) into planned, found_count
  from public.calendar_events e
  where e.is_occurrence and e.event_date between source and source + 6
    and (nullif(p_broadcaster, '') is null or e.broadcaster_id = private.as_uuid(p_broadcaster))
    and (nullif(p_format, '') is null or e.format_id = private.as_uuid(p_format));
  if found_count > most then
    raise exception 'Das sind mehr als % Termine. Nimm einen Filter.', most using errcode = '23514', hint = 'week_too_full';
  end if;
  planned := array(
    select jsonb_populate_record(n, jsonb_build_object('id', gen_random_uuid(), 'event_date', n.event_date + (target - source),
      -- Number, title and text were those of that one episode.
      'title', coalesce(n.format_name, n.title), 'episode_number', null, 'description', null, 'event_type', 'episode',
      'is_series_event', false, 'series_parent_id', null, 'series_end_date', null))
    from unnest(planned) n
    where not exists (
      select from public.calendar_events e
      where e.is_occurrence and e.event_date = n.event_date + (target - source) and e.event_time = n.event_time
        and coalesce(e.format_name, e.title) = coalesce(n.format_name, n.title) and e.channel is not distinct from n.channel));
  perform private.log_staff_action('copy_calendar_week', 'calendar_week', target::text,
    jsonb_build_object('name', to_char(source, 'IYYY-"W"IW') || ' → ' || to_char(target, 'IYYY-"W"IW'), 'episodes', cardinality(planned)));
  select count(distinct c.id) into collisions from private.colliding_events(planned, '{}') c;
  perform private.store_events(planned);
  return jsonb_build_object('copied', cardinality(planned), 'skipped', found_count - cardinality(planned), 'collisions', collisions);
end $$;
comment on function public.admin_copy_week(text, text, text, text) is
  'RPC for the team: plans what runs in the week of one day for the week of another, as single events without episode numbers, optionally of one broadcaster or format (ids). What is there already is skipped. Hints: same_week, week_too_full.';
revoke all on function public.admin_copy_week(text, text, text, text) from public, anon, authenticated;
grant execute on function public.admin_copy_week(text, text, text, text) to authenticated;
