-- Devices -------------------------------------------------------------------------------------------------------------

-- The constraints of push_devices answered with the row, ids included.
create function private.register_push_device(device uuid, device_kind text, device_token text, device_p256dh text, device_auth text, device_environment text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  is_stored boolean;
begin
  perform private.require_proven();
  -- The member who signed in last on a device gets its notifications; the previous one no longer does.
  delete from public.push_devices d where d.token = device_token and d.id <> device;
  -- A session that has ended meanwhile must not leave a device behind.
  begin
    insert into public.push_devices as known (id, user_id, session_id, kind, token, p256dh, auth, environment)
      select device, me, s.id, device_kind, device_token, device_p256dh, device_auth,
        case when device_kind = 'ios' then coalesce(device_environment, 'production') else device_environment end
      from auth.sessions s where s.id = private.session_id() and s.user_id = me
      on conflict (id) do update set user_id = excluded.user_id, session_id = excluded.session_id, kind = excluded.kind,
        token = excluded.token, p256dh = excluded.p256dh, auth = excluded.auth, environment = excluded.environment, last_seen_at = now();
    is_stored := found;
  exception when check_violation or not_null_violation then
    perform private.refuse('notification.device_invalid');
  end;
  if not is_stored then
    perform private.refuse('notification.session_gone', '42501');
  end if;
  delete from public.push_devices d where d.user_id = me and d.id in (
    select o.id from public.push_devices o where o.user_id = me order by o.last_seen_at desc, o.created_at desc offset 20);
end $$;
comment on function private.register_push_device(uuid, text, text, text, text, text) is
  'Registers a device for the caller''s session, also if it was another member''s; a member keeps the 20 used last.';
grant execute on function private.register_push_device(uuid, text, text, text, text, text) to authenticated;

create function public.register_push_device(p_id uuid, p_kind text, p_token text, p_p256dh text default null, p_auth text default null,
  p_environment text default null) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.use_quota('push_devices', 30);
  perform private.register_push_device(p_id, p_kind, p_token, p_p256dh, p_auth, p_environment);
end $$;
comment on function public.register_push_device(uuid, text, text, text, text, text) is
  'RPC: this device wants notifications of the caller; again with each start, since tokens change. Web: p_token is the endpoint, with both keys in Base64url; ios: p_environment is production, also without one, or sandbox. 23514 for an invalid token; hint session_gone; 429 after 30 in five minutes.';
grant execute on function public.register_push_device(uuid, text, text, text, text, text) to authenticated, service_role;

create function public.remove_push_device(p_id uuid) returns boolean
language plpgsql set search_path = '' as $$
begin
  delete from public.push_devices d where d.id = p_id and d.user_id = auth.uid();
  return found;
end $$;
comment on function public.remove_push_device(uuid) is 'RPC: no more notifications on this device of the caller; false when it is not known.';
grant execute on function public.remove_push_device(uuid) to authenticated, service_role;

-- Push services -------------------------------------------------------------------------------------------------------

-- A browser's subscription names the address to which each notification is sent. With any public host a member could make the server
-- send requests to a stranger's.

create function private.is_push_service(endpoint text) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select substring(lower(endpoint) from '^https://([a-z0-9.-]+)(?::443)?/') ~
    '^(fcm\.googleapis\.com|(.+\.)?push\.services\.mozilla\.com|(.+\.)?push\.apple\.com|(.+\.)?notify\.windows\.com)$'
$$;
comment on function private.is_push_service(text) is
  'Whether an endpoint is of a browser''s push service: Chrome and most others (FCM), Firefox, Safari, Edge (WNS). Mirrors isPushService() of domain.';
grant execute on function private.is_push_service(text) to authenticated, service_role;
