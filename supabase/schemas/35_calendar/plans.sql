-- Plans of an edit ----------------------------------------------------------------------------------------------------

-- The rows that an edit in the calendar results in. The warning before saving and the save itself use the same plan.
-- A draft is {id, seen, scope: this|following|all, values: {columns to change}, series: {frequency, until} or null}.

create function private.event_draft(given text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  draft jsonb;
  editable constant text[] := array['title', 'event_type', 'format_id', 'format_name', 'season_id', 'season_number', 'episode_number',
    'event_date', 'event_time', 'duration_minutes', 'broadcaster_id', 'channel', 'streaming_provider_id', 'streaming_platform',
    'description', 'is_live', 'is_cancelled', 'change_note'];
  chosen jsonb;
begin
  if length(given) > 20000 then perform private.refuse('calendar.draft_invalid.length', '22023'); end if;
  begin
    draft := given::jsonb;
  exception when invalid_text_representation then draft := null;
  end;
  if draft is null or jsonb_typeof(draft) <> 'object' or jsonb_typeof(draft -> 'values') is distinct from 'object' then
    perform private.refuse('calendar.draft_invalid', '22023');
  end if;
  if jsonb_typeof(draft -> 'series') = 'object' and (private.as_day(draft #>> '{series,until}') is null
     or coalesce(draft #>> '{series,frequency}', '') not in ('daily', 'weekly', 'biweekly', 'monthly')) then
    perform private.refuse('calendar.draft_invalid.series', '22023');
  end if;
  select coalesce(jsonb_object_agg(v.key, v.value), '{}') into chosen from jsonb_each(draft -> 'values') v where v.key = any (editable);
  -- Copied names are cleared together with the reference they were copied from.
  chosen := case when chosen -> 'format_id' = 'null' then '{"format_name": null, "season_id": null, "season_number": null}' else '{}' end::jsonb
    || case when chosen -> 'season_id' = 'null' then '{"season_number": null}' else '{}' end::jsonb
    || case when chosen -> 'broadcaster_id' = 'null' then '{"channel": null}' else '{}' end::jsonb
    || case when chosen -> 'streaming_provider_id' = 'null' then '{"streaming_platform": null}' else '{}' end::jsonb
    || chosen;
  return draft || jsonb_build_object('values', chosen);
end $$;
comment on function private.event_draft(text) is
  'A draft as jsonb with only the columns that may be set; hint draft_invalid for anything else.';
grant execute on function private.event_draft(text) to authenticated, service_role;

create function private.edited_event(draft jsonb) returns public.calendar_events
language plpgsql stable set search_path = '' as $$
declare was public.calendar_events;
begin
  select e.* into was from public.calendar_events e where e.id = private.as_uuid(draft ->> 'id') and e.is_occurrence;
  if was.id is null then
    perform private.refuse('calendar.target_gone', '23503');
  end if;
  if draft ->> 'seen' is not null and (draft ->> 'seen')::timestamptz <> was.updated_at then
    perform private.refuse('calendar.changed_meanwhile');
  end if;
  return was;
end $$;
comment on function private.edited_event(jsonb) is 'The stored event that a draft edits; hints target_gone and changed_meanwhile.';
grant execute on function private.edited_event(jsonb) to authenticated, service_role;

create function private.episodes_in_scope(was public.calendar_events, scope text) returns setof public.calendar_events
language sql stable set search_path = '' as $$
  select e.* from public.calendar_events e
  where e.id = was.id
    or (was.series_parent_id is not null and e.series_parent_id = was.series_parent_id and (scope = 'all'
      or (scope = 'following' and (e.event_date, e.event_time, coalesce(e.episode_number, 10000), e.id)
        >= (was.event_date, was.event_time, coalesce(was.episode_number, 10000), was.id))))
  order by e.event_date, e.event_time, e.episode_number, e.id
$$;
comment on function private.episodes_in_scope(public.calendar_events, text) is
  'What „nur diese“ (this), „diese und folgende“ (following) and „alle“ (all) mean for an event, in the order of broadcast.';
grant execute on function private.episodes_in_scope(public.calendar_events, text) to authenticated, service_role;

create function private.planned_new(draft jsonb) returns setof public.calendar_events
language plpgsql stable set search_path = '' as $$
declare
  first public.calendar_events;
  one public.calendar_events;
  day date;
  place integer := 0;
begin
  first := jsonb_populate_record(null::public.calendar_events,
    '{"event_type": "episode", "event_time": "20:15:00", "is_live": false, "is_cancelled": false, "series_frequency": "weekly", "is_series_event": false}'::jsonb
    || (draft -> 'values'));
  if first.event_date is null or nullif(btrim(first.title), '') is null then
    perform private.refuse('calendar.draft_invalid.title');
  end if;
  foreach day in array private.series_days(first.event_date, private.as_day(draft #>> '{series,until}'), draft #>> '{series,frequency}') loop
    one := first;
    one.id := gen_random_uuid();
    one.event_date := day;
    one.episode_number := first.episode_number + place;
    one.is_live := first.is_live;
    place := place + 1;
    return next one;
  end loop;
end $$;
comment on function private.planned_new(jsonb) is 'The rows of a new event or series; episode numbers count on from the first.';
grant execute on function private.planned_new(jsonb) to authenticated, service_role;

create function private.planned_edit(draft jsonb, was public.calendar_events) returns setof public.calendar_events
language plpgsql stable set search_path = '' as $$
declare
  chosen constant jsonb := draft -> 'values';
  -- Day and number differ between episodes: they move by as much as those of the edited one.
  shared constant jsonb := chosen - 'event_date' - 'episode_number';
  is_now constant public.calendar_events := jsonb_populate_record(was, chosen);
  scope constant text := case when was.series_parent_id is null then 'this' else coalesce(draft ->> 'scope', 'this') end;
  -- A single episode of a series has no frequency of its own.
  is_planned_anew constant boolean := jsonb_typeof(draft -> 'series') = 'object' and (was.series_parent_id is null or scope <> 'this');
  days date[];
  stored public.calendar_events;
  one public.calendar_events;
  place integer := 0;
begin
  for stored in select e.* from private.episodes_in_scope(was, scope) e loop
    place := place + 1;
    if is_planned_anew and days is null then
      days := private.series_days(stored.event_date + (is_now.event_date - was.event_date),
        private.as_day(draft #>> '{series,until}'), draft #>> '{series,frequency}');
    end if;
    exit when place > cardinality(days);
    one := jsonb_populate_record(stored, shared);
    one.event_date := coalesce(days[place], stored.event_date + (is_now.event_date - was.event_date));
    if chosen ? 'episode_number' then
      one.episode_number := case when stored.id = was.id or is_now.episode_number is null then is_now.episode_number
        else stored.episode_number + (is_now.episode_number - was.episode_number) end;
    end if;
    -- The end belongs to the series; an episode may be moved beyond it.
    one.series_end_date := null;
    return next one;
  end loop;
  while place < cardinality(days) loop
    place := place + 1;
    one.id := gen_random_uuid();
    one.external_key := null;
    one.event_date := days[place];
    one.episode_number := one.episode_number + 1;
    one.title := coalesce(one.format_name, one.title);
    one.description := null;
    one.is_live := false;
    one.is_cancelled := false;
    one.change_note := null;
    one.event_type := 'episode';
    return next one;
  end loop;
end $$;
comment on function private.planned_edit(jsonb, public.calendar_events) is
  'The rows after an edit: episodes keep their ids; a new frequency or end moves them to the new days in order, adds missing ones and drops the rest.';
grant execute on function private.planned_edit(jsonb, public.calendar_events) to authenticated, service_role;
