-- Phones and browsers that members want to be told on (ADR 019). A device belongs to a session: however that ends, so does it.

create table public.push_devices (
  id uuid primary key,
  user_id uuid not null references public.profiles on delete cascade,
  session_id uuid references auth.sessions on delete cascade,
  kind text not null check (kind in ('ios', 'android', 'web')),
  token text not null unique,
  p256dh text,
  auth text,
  environment text,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  constraint push_devices_token_form check (case kind
    when 'ios' then token ~ '^[0-9a-f]{64,200}$'
    when 'android' then char_length(token) between 20 and 1000 and token ~ '^[A-Za-z0-9_:.-]+$'
    else char_length(token) <= 1000 and token ~ '^https://[A-Za-z0-9.-]+(:443)?/[!-~]+$' end),
  constraint push_devices_keys check (case kind when 'web'
    then coalesce(p256dh ~ '^B[A-Za-z0-9_-]{86}$' and auth ~ '^[A-Za-z0-9_-]{22}$', false) else p256dh is null and auth is null end),
  constraint push_devices_environment check (case kind when 'ios'
    then coalesce(environment in ('production', 'sandbox'), false) else environment is null end)
);
comment on table public.push_devices is 'Where a member wants to be told. Written by register_push_device() only; goes with its session, and when its service no longer knows it.';
comment on column public.push_devices.id is 'Made by the device, which keeps it.';
comment on column public.push_devices.token is 'ios: device token of APNs; android: registration token of FCM; web: endpoint of the subscription, whose keys stand beside it.';
comment on column public.push_devices.environment is 'ios: which of Apple''s two services knows the token; sandbox for builds that Xcode puts on a device.';
create index push_devices_user_id on public.push_devices (user_id, last_seen_at desc);
create index push_devices_session_id on public.push_devices (session_id);

create function private.register_push_device(device uuid, device_kind text, device_token text, device_p256dh text, device_auth text,
  device_environment text) returns void
language plpgsql security definer set search_path = '' as $$
declare me constant uuid := auth.uid();
begin
  -- Whoever signs in on a device now gets what comes to it; the one before gets nothing there any more.
  delete from public.push_devices d where d.token = device_token and d.id <> device;
  -- Of a session that has ended meanwhile nothing may be left behind.
  insert into public.push_devices as known (id, user_id, session_id, kind, token, p256dh, auth, environment)
    select device, me, s.id, device_kind, device_token, device_p256dh, device_auth,
      case when device_kind = 'ios' then coalesce(device_environment, 'production') else device_environment end
    from auth.sessions s where s.id = private.session_id() and s.user_id = me
    on conflict (id) do update set user_id = excluded.user_id, session_id = excluded.session_id, kind = excluded.kind,
      token = excluded.token, p256dh = excluded.p256dh, auth = excluded.auth, environment = excluded.environment, last_seen_at = now();
  if not found then
    raise exception 'Deine Anmeldung ist abgelaufen. Melde dich neu an.' using errcode = '42501', hint = 'session_gone';
  end if;
  delete from public.push_devices d where d.user_id = me and d.id in (
    select o.id from public.push_devices o where o.user_id = me order by o.last_seen_at desc, o.created_at desc offset 20);
end $$;
comment on function private.register_push_device(uuid, text, text, text, text, text) is
  'Device of the caller''s session, also if it was somebody else''s; the 20 a member used last stay.';
grant execute on function private.register_push_device(uuid, text, text, text, text, text) to authenticated;

create function public.register_push_device(p_id uuid, p_kind text, p_token text, p_p256dh text default null, p_auth text default null,
  p_environment text default null) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.use_quota('push_devices', 30);
  perform private.register_push_device(p_id, p_kind, p_token, p_p256dh, p_auth, p_environment);
end $$;
comment on function public.register_push_device(uuid, text, text, text, text, text) is
  'RPC: this device wants notifications of the caller; again with each start, since tokens change. Web: p_token is the endpoint, with both keys in Base64url; ios: p_environment is production, also without one, or sandbox. 23514 for what is no token; hint session_gone; 429 after 30 in five minutes.';

create function public.remove_push_device(p_id uuid) returns boolean
language plpgsql set search_path = '' as $$
begin
  delete from public.push_devices d where d.id = p_id and d.user_id = auth.uid();
  return found;
end $$;
comment on function public.remove_push_device(uuid) is 'RPC: no more notifications on this device of the caller; false when it is not known.';
revoke all on function public.register_push_device(uuid, text, text, text, text, text), public.remove_push_device(uuid) from public, anon, authenticated;
grant execute on function public.register_push_device(uuid, text, text, text, text, text), public.remove_push_device(uuid) to authenticated;

-- For the export: without the token, which whoever holds it can send to.
create function private.export_devices(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('public.push_devices', (
    select jsonb_agg(jsonb_build_object('id', d.id, 'kind', d.kind, 'service', substring(d.token from '^https://([^/]+)/'),
      'created_at', d.created_at, 'last_seen_at', d.last_seen_at) order by d.created_at)
    from public.push_devices d where d.user_id = me))
$$;
comment on function private.export_devices(uuid) is 'Export: devices that get notifications.';

alter table public.push_devices enable row level security;
revoke all on public.push_devices from public, anon, authenticated;
grant select (id, user_id, kind, created_at, last_seen_at), delete on public.push_devices to authenticated;
grant all on public.push_devices to service_role;
create policy "own read" on public.push_devices for select to authenticated using (user_id = (select auth.uid()));
create policy "own delete" on public.push_devices for delete to authenticated using (user_id = (select auth.uid()));
