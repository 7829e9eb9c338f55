-- Devices -------------------------------------------------------------------------------------------------------------

-- Phones and browsers on which members want push messages (docs/decisions/019-push.md). A device belongs to a session and ends with it.

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
    then coalesce(environment in ('production', 'sandbox'), false) else environment is null end),
  constraint push_devices_service check (kind <> 'web' or coalesce(private.is_push_service(token), false))
);
comment on table public.push_devices is 'Devices on which a member wants push messages. Written by register_push_device() only; deleted with its session, or when the push service reports it gone.';
comment on column public.push_devices.id is 'Created and stored by the device.';
comment on column public.push_devices.token is 'ios: device token of APNs; android: registration token of FCM; web: endpoint of the subscription, whose keys are in other columns.';
comment on column public.push_devices.environment is 'ios: which of Apple''s two services the token is for; sandbox for builds installed by Xcode.';

create index push_devices_user_id on public.push_devices (user_id, last_seen_at desc);
create index push_devices_session_id on public.push_devices (session_id);

alter table public.push_devices enable row level security;
revoke all on public.push_devices from public, anon, authenticated;
grant all on public.push_devices to service_role;
grant select (id, user_id, kind, created_at, last_seen_at), delete on public.push_devices to authenticated;
create policy "own read" on public.push_devices for select to authenticated using (user_id = (select auth.uid()));
create policy "own delete" on public.push_devices for delete to authenticated using (user_id = (select auth.uid()));
create policy "second factor: select" on public.push_devices as restrictive for select to authenticated
  using ((select private.is_proven()));
create policy "second factor: delete" on public.push_devices as restrictive for delete to authenticated
  using ((select private.is_proven()));

-- Queue ---------------------------------------------------------------------------------------------------------------

-- Pushes that wait for a server with credentials for the service of the device. The text is read from the notification when it is
-- sent, so nothing is sent that was read, deleted or switched off meanwhile.

create table private.push_queue (
  id bigint generated always as identity primary key,
  device_id uuid not null references public.push_devices on delete cascade,
  notification_id uuid not null references public.notifications on delete cascade,
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  last_error text check (char_length(last_error) <= 200),
  sent_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table private.push_queue is 'One row per device and notification; dead after 8 tries, kept for 7 days.';

create index push_queue_waiting on private.push_queue (next_try_at, id) where sent_at is null and tries < 8;
create index push_queue_device_id on private.push_queue (device_id);
create index push_queue_notification_id on private.push_queue (notification_id);
create index push_queue_created_at on private.push_queue (created_at);

revoke all on private.push_queue from public, anon, authenticated, service_role;

-- In the export -------------------------------------------------------------------------------------------------------

create function private.export_devices(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'public.push_devices', (
      select jsonb_agg(jsonb_build_object('id', d.id, 'kind', d.kind, 'service', substring(d.token from '^https://([^/]+)/'),
        'created_at', d.created_at, 'last_seen_at', d.last_seen_at) order by d.created_at)
      from public.push_devices d where d.user_id = me))
$$;
comment on function private.export_devices(uuid) is 'Export: devices that get notifications.';
