-- Log of staff actions ------------------------------------------------------------------------------------------------

-- Actions of staff are analytics events too. A trigger writes them, so that none can be omitted or forged.
create function private.flag_admin_action() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.analytics_events (event_type, user_id, page_path, target_type, target_id, metadata, created_at, month)
  values ('click', new.admin_id, left(new.details ->> 'page', 500), new.target_type, new.target_id,
    jsonb_strip_nulls(jsonb_build_object('admin_action', true, 'action', new.action_type, 'target_type', new.target_type,
      'target_id', new.target_id, 'admin_id', new.admin_id,
      'admin_name', (select m.nickname from public.public_profiles m where m.id = new.admin_id),
      'page', left(new.details ->> 'page', 500), 'timestamp', new.created_at)), new.created_at, 'infinity');
  return null;
exception when others then
  -- A failed analytics event must not stop the action itself.
  raise warning 'admin action not sent as an event: %', sqlerrm;
  return null;
end $$;
comment on function private.flag_admin_action() is 'Trigger: every action of staff is an analytics event flagged admin_action, with action, target, admin and time, without reasons.';

-- Events --------------------------------------------------------------------------------------------------------------

-- PostgREST's resolution=ignore-duplicates names the key, which requires the right to read it, and guests have none.
create function private.receive_analytics_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.user_id is not null and private.has_refused(new.user_id) then return null; end if;
  -- The previous month too: a batch may be sent before midnight on its last day and repeated after.
  if exists (select from public.analytics_events e where e.id = new.id
      and e.month in (new.month, (new.month - interval '1 month')::date)) then
    return null;
  end if;
  if new.created_at is null or new.created_at > now() or new.created_at < now() - interval '1 day' then
    new.created_at := now();
  end if;
  return new;
end $$;
comment on function private.receive_analytics_event() is
  'Trigger: skips repeated events and those of members who have refused, and replaces impossible times, so that a wrong clock loses no events.';

-- Visits --------------------------------------------------------------------------------------------------------------

create function private.receive_user_session() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.has_refused(new.user_id) then return null; end if;
  if new.session_start is null or new.session_start > now() or new.session_start < now() - interval '7 days' then
    -- The start of a visit never changes after the first write.
    new.session_start := case tg_op when 'UPDATE' then old.session_start else now() end;
  end if;
  if new.session_end > now() then new.session_end := now(); end if;
  if new.session_end < new.session_start then new.session_end := new.session_start; end if;
  return new;
end $$;
comment on function private.receive_user_session() is
  'Trigger: drops visits of members who have refused, and limits times, so that a wrong clock neither loses a visit nor preserves it for ever: it begins within the last 7 days and ends by now.';

-- What a guest's visit counted ----------------------------------------------------------------------------------------

-- Only the device knows the visit's id; it names its beginning, which finds its events among those of that time.
create function private.forget_visit(visit text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare begun timestamptz;
begin
  if visit !~ '^session_[0-9]{13}_[0-9a-z]{1,40}$' then return false; end if;
  -- A visit in which nothing happens for half an hour is over; a clock may be wrong by a day (receive_analytics_event).
  begun := greatest(to_timestamp(substr(visit, 9, 13)::bigint / 1000.0), now() - interval '2 days') - interval '1 minute';
  delete from public.analytics_events e where e.created_at >= begun and e.session_id = visit and e.user_id is null;
  return found;
end $$;
comment on function private.forget_visit(text) is 'Deletes what was counted of a guest''s visit, of its last two days.';
grant execute on function private.forget_visit(text) to anon, authenticated;

create function public.forget_visit(p_visit text) returns boolean
language sql set search_path = '' as $$ select private.forget_visit(p_visit) $$;
comment on function public.forget_visit(text) is
  'RPC, guests too: deletes what a guest''s visit counted, after their consent is withdrawn; true when there was something. '
  'No quota: it takes a visit''s own random id, and requests are limited by network.';
grant execute on function public.forget_visit(text) to anon, authenticated, service_role;
