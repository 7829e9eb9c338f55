-- Admin: saving, deleting, copying ------------------------------------------------------------------------------------

-- Saving, deleting and copying in /admin/calendar. All run as the caller: row-level security decides about every row.

create function private.store_events(planned public.calendar_events[]) returns void
language plpgsql set search_path = '' as $$
begin
  update public.calendar_events e set
    title = n.title, format_name = n.format_name, format_id = n.format_id, season_id = n.season_id, season_number = n.season_number,
    episode_number = n.episode_number, event_type = n.event_type, event_date = n.event_date, event_time = n.event_time,
    duration_minutes = n.duration_minutes, channel = n.channel, streaming_platform = n.streaming_platform,
    broadcaster_id = n.broadcaster_id, streaming_provider_id = n.streaming_provider_id, description = n.description,
    is_live = n.is_live, is_cancelled = n.is_cancelled, change_note = n.change_note, is_series_event = n.is_series_event, series_end_date = n.series_end_date,
    series_parent_id = n.series_parent_id, series_frequency = n.series_frequency
  from unnest(planned) n where e.id = n.id;
  insert into public.calendar_events (id, title, format_name, format_id, season_id, season_number, episode_number, event_type, event_date,
    event_time, duration_minutes, channel, streaming_platform, broadcaster_id, streaming_provider_id, description, is_live, is_cancelled,
    change_note, is_series_event, series_end_date, series_parent_id, series_frequency)
  select n.id, n.title, n.format_name, n.format_id, n.season_id, n.season_number, n.episode_number, n.event_type, n.event_date,
    n.event_time, n.duration_minutes, n.channel, n.streaming_platform, n.broadcaster_id, n.streaming_provider_id, n.description, n.is_live, n.is_cancelled,
    n.change_note, n.is_series_event, n.series_end_date, n.series_parent_id, n.series_frequency
  from unnest(planned) n where not exists (select from public.calendar_events e where e.id = n.id);
end $$;
comment on function private.store_events(public.calendar_events[]) is 'Updates existing events and inserts the others.';
grant execute on function private.store_events(public.calendar_events[]) to authenticated, service_role;

create function private.end_series(series uuid) returns void
language plpgsql set search_path = '' as $$
declare last_day constant date := (select max(e.event_date) from public.calendar_events e where e.series_parent_id = series);
begin
  if last_day is null then
    delete from public.calendar_events e where e.id = series;
  else
    update public.calendar_events e set series_end_date = greatest(e.event_date, last_day) where e.id = series;
  end if;
end $$;
comment on function private.end_series(uuid) is 'Adjusts a series that lost episodes: it ends with its last one, and is deleted when it is empty.';
grant execute on function private.end_series(uuid) to authenticated, service_role;

create function private.series_template(first public.calendar_events, series uuid, until_day date, frequency text)
returns public.calendar_events
language plpgsql immutable set search_path = '' as $$
begin
  first.id := series;
  first.is_series_event := true;
  first.is_cancelled := false;
  first.change_note := null;
  first.series_parent_id := null;
  first.episode_number := null;
  first.series_end_date := greatest(until_day, first.event_date);
  first.series_frequency := frequency;
  return first;
end $$;
comment on function private.series_template(public.calendar_events, uuid, date, text) is 'The parent row of a series that begins with this episode.';
grant execute on function private.series_template(public.calendar_events, uuid, date, text) to authenticated, service_role;

create function private.series_of_plan(draft jsonb, was public.calendar_events, first public.calendar_events, last_day date) returns uuid
language plpgsql set search_path = '' as $$
declare
  scope constant text := coalesce(draft ->> 'scope', 'this');
  old_parent public.calendar_events;
  starts_here boolean;
  until_day date := private.as_day(draft #>> '{series,until}');
  series uuid;
begin
  if was.series_parent_id is null then
    if until_day is null then return null; end if;
    series := gen_random_uuid();
  elsif scope = 'this' then
    return was.series_parent_id;
  else
    select e.* into old_parent from public.calendar_events e where e.id = was.series_parent_id;
    starts_here := scope = 'following' and exists (select from public.calendar_events e where e.series_parent_id = old_parent.id
      and (e.event_date, e.event_time, coalesce(e.episode_number, 10000), e.id)
        < (was.event_date, was.event_time, coalesce(was.episode_number, 10000), was.id));
    series := case when starts_here then gen_random_uuid() else old_parent.id end;
    until_day := coalesce(until_day, greatest(last_day, old_parent.series_end_date));
  end if;
  perform private.store_events(array[private.series_template(first, series, until_day,
    coalesce(draft #>> '{series,frequency}', old_parent.series_frequency, 'weekly'))]);
  return series;
end $$;
comment on function private.series_of_plan(jsonb, public.calendar_events, public.calendar_events, date) is
  'The series of the planned rows, after writing its parent row: none, the same, or a new one, because „diese und folgende“ split a series.';
grant execute on function private.series_of_plan(jsonb, public.calendar_events, public.calendar_events, date) to authenticated,
  service_role;

create function public.admin_save_event(p_event text) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  draft jsonb;
  was public.calendar_events;
  planned public.calendar_events[];
  leaving uuid[] := '{}';
  series uuid;
begin
  perform private.require_moderator();
  draft := private.event_draft(p_event);
  if draft ->> 'id' is null then
    planned := array(select n from private.planned_new(draft) n);
  else
    perform from public.calendar_events e where e.id = private.as_uuid(draft ->> 'id') for update;
    was := private.edited_event(draft);
    perform from public.calendar_events e where e.id = was.series_parent_id for update;
    planned := array(select n from private.planned_edit(draft, was) n);
    leaving := array(select e.id from private.episodes_in_scope(was, draft ->> 'scope') e
      where e.id <> all (array(select n.id from unnest(planned) n)));
  end if;
  if cardinality(planned) = 0 then
    perform private.refuse('calendar.series_ends_early');
  end if;
  if cardinality(leaving) > 0 and not private.is_admin() then
    perform private.refuse('calendar.episodes_would_go', '42501');
  end if;
  perform private.log_staff_action(case when was.id is null then 'create_calendar_event' else 'update_calendar_event' end, 'calendar_event',
    coalesce(was.id, planned[1].id)::text, jsonb_build_object('name', left(planned[1].title, 200), 'event_date', planned[1].event_date,
      'scope', case when was.series_parent_id is not null then coalesce(draft ->> 'scope', 'this') end, 'episodes', cardinality(planned),
      'removed', nullif(cardinality(leaving), 0), 'changed', (select jsonb_agg(k order by k) from jsonb_object_keys(draft -> 'values') k)));
  if cardinality(leaving) > 0 then
    perform private.put_in_bin('event', was.title || ', ' || to_char((select min(e.event_date) from public.calendar_events e where e.id = any (leaving)), 'DD.MM.YYYY'),
      jsonb_build_object('events', to_jsonb(leaving)));
  end if;
  series := private.series_of_plan(draft, was, planned[1], (select max(n.event_date) from unnest(planned) n));
  for i in 1..cardinality(planned) loop
    planned[i].series_parent_id := series;
    planned[i].is_series_event := series is not null;
    planned[i].series_end_date := null;
    planned[i].series_frequency := coalesce(draft #>> '{series,frequency}', planned[i].series_frequency, 'weekly');
  end loop;
  perform private.store_events(planned);
  delete from public.calendar_events e where e.id = any (leaving);
  if was.series_parent_id <> series then perform private.end_series(was.series_parent_id); end if;
  return jsonb_build_object('id', coalesce(was.id, planned[1].id), 'saved', cardinality(planned), 'removed', cardinality(leaving));
end $$;
comment on function public.admin_save_event(text) is
  'RPC for the team: writes a new event or series, or an edit of this, following or all episodes. Hints: draft_invalid, target_gone, changed_meanwhile, series_too_long, series_ends_early, episodes_would_go.';
grant execute on function public.admin_save_event(text) to authenticated, service_role;

create function public.admin_delete_event(p_id text, p_scope text default 'this') returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  was public.calendar_events;
  leaving uuid[];
begin
  perform private.require_admin();
  was := private.edited_event(jsonb_build_object('id', p_id));
  leaving := array(select e.id from private.episodes_in_scope(was, p_scope) e);
  perform private.log_staff_action('delete_calendar_event', 'calendar_event', was.id::text, jsonb_build_object('name', left(was.title, 200),
    'event_date', was.event_date, 'scope', case when was.series_parent_id is not null then p_scope end, 'removed', cardinality(leaving)));
  perform private.put_in_bin('event', was.title || ', ' || to_char(was.event_date, 'DD.MM.YYYY'), jsonb_build_object('events', to_jsonb(leaving)));
  delete from public.calendar_events e where e.id = any (leaving);
  if was.series_parent_id is not null then perform private.end_series(was.series_parent_id); end if;
  return jsonb_build_object('removed', cardinality(leaving));
end $$;
comment on function public.admin_delete_event(text, text) is 'RPC for admins: deletes an event, or this, following or all episodes of its series.';
grant execute on function public.admin_delete_event(text, text) to authenticated, service_role;

-- Most weeks of television look alike, so one week is copied to plan another.

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
    perform private.refuse('calendar.same_week');
  end if;
  select array_agg(e order by e.event_date, e.event_time, e.episode_number, e.id), count(*) into planned, found_count
  from public.calendar_events e
  where e.is_occurrence and e.event_date between source and source + 6
    and (nullif(p_broadcaster, '') is null or e.broadcaster_id = private.as_uuid(p_broadcaster))
    and (nullif(p_format, '') is null or e.format_id = private.as_uuid(p_format));
  if found_count > most then
    perform private.refuse('calendar.week_too_full', '23514', most::text);
  end if;
  planned := array(
    select jsonb_populate_record(n, jsonb_build_object('id', gen_random_uuid(), 'event_date', n.event_date + (target - source),
      -- Number, title and text belong to the copied episode alone.
      'title', coalesce(n.format_name, n.title), 'episode_number', null, 'description', null, 'event_type', 'episode', 'is_cancelled', false, 'change_note', null,
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
grant execute on function public.admin_copy_week(text, text, text, text) to authenticated, service_role;
