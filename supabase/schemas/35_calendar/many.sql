-- Admin: many at once -------------------------------------------------------------------------------------------------

-- What was read from a TV guide is published together, and can be taken back together.

create function private.event_drafts(given text, most integer) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare drafts jsonb;
begin
  if length(given) > 200000 then perform private.refuse('calendar.draft_invalid.length', '22023'); end if;
  begin
    drafts := given::jsonb;
  exception when invalid_text_representation then drafts := null;
  end;
  if drafts is null or jsonb_typeof(drafts) <> 'array' or jsonb_array_length(drafts) = 0 then
    perform private.refuse('calendar.draft_invalid', '22023');
  end if;
  if jsonb_array_length(drafts) > most then perform private.refuse('calendar.draft_invalid.many', '22023', most::text); end if;
  return drafts;
end $$;
comment on function private.event_drafts(text, integer) is 'Drafts that are saved together; hint draft_invalid for anything else, and for too many.';
grant execute on function private.event_drafts(text, integer) to authenticated, service_role;

create function public.admin_plan_events(p_events text) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  most constant integer := 100;
  given jsonb;
  one jsonb;
  planned public.calendar_events[] := '{}';
begin
  perform private.require_moderator();
  given := private.event_drafts(p_events, most);
  for one in select v.value from jsonb_array_elements(given) v loop
    -- New ones only: an edit says what was read.
    planned := planned || array(select n from private.planned_new(private.event_draft((one - 'id' - 'series')::text)) n);
  end loop;
  perform private.log_staff_action('create_calendar_events', 'calendar_event', planned[1].id::text, jsonb_build_object(
    'name', left(planned[1].title, 200), 'event_date', planned[1].event_date, 'episodes', cardinality(planned)));
  perform private.store_events(planned);
  return jsonb_build_object('ids', (select jsonb_agg(n.id order by n.event_date, n.event_time, n.episode_number, n.id) from unnest(planned) n));
end $$;
comment on function public.admin_plan_events(text) is
  'RPC for the team: writes up to 100 new single events, all or none; answers their {ids}. Hint draft_invalid.';
grant execute on function public.admin_plan_events(text) to authenticated, service_role;

-- What was marked in the calendar is changed together (docs/decisions/128-many-at-once.md).

create function private.refuse_unseen(drafts jsonb) returns void
language plpgsql stable set search_path = '' as $$
declare
  gone integer;
  others text;
begin
  select count(*) filter (where e.id is null) into gone
  from jsonb_array_elements(drafts) d left join public.calendar_events e on e.id = private.as_uuid(d ->> 'id') and e.is_occurrence;
  if gone > 0 then perform private.refuse('calendar.target_gone.many', '23503'); end if;
  select string_agg(private.stored_text('calendar.on_day', coalesce(x.format_name, x.title), to_char(x.event_date, 'FMDD.FMMM.')), ', '
    order by x.event_date, x.event_time, x.episode_number, x.id) into others
  from (
    select e.* from jsonb_array_elements(drafts) d join public.calendar_events e on e.id = private.as_uuid(d ->> 'id')
    where (d ->> 'seen')::timestamptz is distinct from e.updated_at
    order by e.event_date, e.event_time, e.episode_number, e.id limit 3) x;
  if others is not null then perform private.refuse('calendar.changed_meanwhile.many', '23514', others); end if;
end $$;
comment on function private.refuse_unseen(jsonb) is
  'Refuses drafts of events that are gone or stand otherwise than was seen, naming the first three: target_gone, changed_meanwhile.';
grant execute on function private.refuse_unseen(jsonb) to authenticated, service_role;

create function public.admin_change_events(p_events text) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  most constant integer := 400;
  given jsonb;
  one jsonb;
  ids uuid[];
  planned public.calendar_events[] := '{}';
  collisions integer;
begin
  perform private.require_moderator();
  given := private.event_drafts(p_events, most);
  ids := array(select distinct private.as_uuid(v ->> 'id') from jsonb_array_elements(given) v);
  if cardinality(ids) <> jsonb_array_length(given) then perform private.refuse('calendar.draft_invalid', '22023'); end if;
  perform from public.calendar_events e where e.id = any (ids) order by e.id for update;
  perform private.refuse_unseen(given);
  for one in select private.event_draft((v.value || '{"scope": "this", "series": null}')::text) from jsonb_array_elements(given) v loop
    planned := planned || array(select n from private.planned_edit(one, private.edited_event(one)) n);
  end loop;
  select count(distinct c.id) into collisions from private.colliding_events(planned, '{}') c;
  perform private.log_staff_action('update_calendar_events', 'calendar_event', planned[1].id::text, jsonb_build_object(
    'name', left(planned[1].title, 200), 'event_date', planned[1].event_date, 'episodes', cardinality(planned),
    'changed', (select jsonb_agg(distinct k order by k) from jsonb_array_elements(given) v, jsonb_object_keys(v -> 'values') k)));
  -- One statement, so that followers of a format are told once.
  perform private.store_events(planned);
  return jsonb_build_object('collisions', collisions, 'saved', (
    select jsonb_agg(jsonb_build_object('id', e.id, 'updated_at', e.updated_at) order by e.event_date, e.event_time, e.episode_number, e.id)
    from public.calendar_events e where e.id = any (ids)));
end $$;
comment on function public.admin_change_events(text) is
  'RPC for the team: edits up to 400 single events or episodes, all or none, each with the version that was seen; answers their new versions and how many broadcasts they overlap. Hints draft_invalid, target_gone, changed_meanwhile.';
grant execute on function public.admin_change_events(text) to authenticated, service_role;

create function private.take_back_events(ids uuid[]) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  fresh constant uuid[] := array(
    select e.id from public.calendar_events e
    -- Untouched since, so that nothing is lost that the text in the field does not say.
    where e.id = any (ids) and e.created_at > now() - interval '10 minutes' and e.updated_at = e.created_at and not e.is_series_event
    order by e.id for update);
begin
  perform private.require_moderator();
  if cardinality(fresh) = 0 then return 0; end if;
  perform private.log_staff_action('take_back_calendar_events', 'calendar_event', fresh[1]::text, (
    select jsonb_build_object('name', left(e.title, 200), 'event_date', e.event_date, 'removed', cardinality(fresh))
    from public.calendar_events e where e.id = fresh[1]));
  delete from public.calendar_events e where e.id = any (fresh);
  return cardinality(fresh);
end $$;
comment on function private.take_back_events(uuid[]) is
  'Deletes events that were made within ten minutes and not changed since; moderators may, because deleting what others rely on is for admins. Returns how many.';
grant execute on function private.take_back_events(uuid[]) to authenticated, service_role;

create function public.admin_take_back_events(p_ids uuid[]) returns jsonb
language plpgsql security invoker set search_path = '' as $$
begin
  perform private.require_moderator();
  return jsonb_build_object('removed', private.take_back_events(p_ids));
end $$;
comment on function public.admin_take_back_events(uuid[]) is
  'RPC for the team: takes back what admin_plan_events() made within the last ten minutes; what was changed since stays. Answers {removed}.';
grant execute on function public.admin_take_back_events(uuid[]) to authenticated, service_role;
