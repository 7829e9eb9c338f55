-- Admin: many at once -------------------------------------------------------------------------------------------------

-- What was read from a TV guide is published together, and can be taken back together.

create function public.admin_plan_events(p_events text) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  most constant integer := 100;
  given jsonb;
  one jsonb;
  planned public.calendar_events[] := '{}';
begin
  perform private.require_moderator();
  if length(p_events) > 200000 then perform private.refuse('calendar.draft_invalid.length', '22023'); end if;
  begin
    given := p_events::jsonb;
  exception when invalid_text_representation then given := null;
  end;
  if given is null or jsonb_typeof(given) <> 'array' or jsonb_array_length(given) not between 1 and most then
    perform private.refuse('calendar.draft_invalid', '22023');
  end if;
  for one in select v.value from jsonb_array_elements(given) v loop
    -- New ones only: an edit says what was read.
    planned := planned || array(select n from private.planned_new(private.event_draft((one - 'id' - 'series')::text)) n);
  end loop;
  perform private.log_staff_action('create_calendar_events', 'calendar_event', planned[1].id::text, jsonb_build_object(
    'name', left(planned[1].title, 200), 'event_date', planned[1].event_date, 'episodes', cardinality(planned)));
  perform private.store_events(planned);
  return jsonb_build_object('ids', (select jsonb_agg(n.id order by n.event_date, n.event_time, n.id) from unnest(planned) n));
end $$;
comment on function public.admin_plan_events(text) is
  'RPC for the team: writes up to 100 new single events, all or none; answers their {ids}. Hint draft_invalid.';
grant execute on function public.admin_plan_events(text) to authenticated, service_role;

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
