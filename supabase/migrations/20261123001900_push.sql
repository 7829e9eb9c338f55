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
    then coalesce(environment in ('production', 'sandbox'), false) else environment is null end)
);
comment on table public.push_devices is 'Devices on which a member wants push messages. Written by register_push_device() only; deleted with its session, or when the push service reports it gone.';
comment on column public.push_devices.id is 'Created and stored by the device.';
comment on column public.push_devices.token is 'ios: device token of APNs; android: registration token of FCM; web: endpoint of the subscription, whose keys are in other columns.';
comment on column public.push_devices.environment is 'ios: which of Apple''s two services the token is for; sandbox for builds installed by Xcode.';
create index push_devices_user_id on public.push_devices (user_id, last_seen_at desc);
create index push_devices_session_id on public.push_devices (session_id);

create function private.register_push_device(device uuid, device_kind text, device_token text, device_p256dh text, device_auth text,
  device_environment text) returns void
language plpgsql security definer set search_path = '' as $$
declare me constant uuid := auth.uid();
begin
  -- The member who signed in last on a device gets its notifications; the previous one no longer does.
  delete from public.push_devices d where d.token = device_token and d.id <> device;
  -- A session that has ended meanwhile must not leave a device behind.
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

create function public.remove_push_device(p_id uuid) returns boolean
language plpgsql set search_path = '' as $$
begin
  delete from public.push_devices d where d.id = p_id and d.user_id = auth.uid();
  return found;
end $$;
comment on function public.remove_push_device(uuid) is 'RPC: no more notifications on this device of the caller; false when it is not known.';
revoke all on function public.register_push_device(uuid, text, text, text, text, text), public.remove_push_device(uuid) from public, anon, authenticated;
grant execute on function public.register_push_device(uuid, text, text, text, text, text), public.remove_push_device(uuid) to authenticated;

-- For the export: without the token, because its holder can send to the device.
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

create function private.queue_pushes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A new number, so that the result of an earlier sending is not taken for this one. An update of a row that was just sent waits
  -- a little: ten reactions must not ring ten times.
  with former as (delete from private.push_queue q where q.notification_id = new.id returning q.device_id, q.sent_at, q.next_try_at)
  insert into private.push_queue (device_id, notification_id, next_try_at)
    select d.id, new.id, greatest(now(), (
      select max(coalesce(f.sent_at + interval '5 minutes', f.next_try_at)) from former f where f.device_id = d.id))
    from public.push_devices d where d.user_id = new.user_id;
  return null;
end $$;
comment on function private.queue_pushes() is 'Trigger: one row for each device of the recipient. private.notify() has already skipped types that are off.';
-- reply_to_comment is not listed. created_at changes only with news.
create trigger notifications_push after insert on public.notifications
  for each row when (not new.read and new.type <> 'reply_to_comment') execute function private.queue_pushes();
create trigger notifications_push_again after update of created_at on public.notifications
  for each row when (not new.read and new.type <> 'reply_to_comment' and new.created_at > old.created_at)
  execute function private.queue_pushes();

create function private.is_push_wanted(device uuid, notification uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.notifications n join public.push_devices d on d.id = device and d.user_id = n.user_id
    where n.id = notification and not n.read and not exists (
      select from public.notification_preferences p where p.user_id = n.user_id and p.type = n.type and not p.enabled))
$$;
comment on function private.is_push_wanted(uuid, uuid) is 'Whether the device still belongs to the recipient, and the notification is unread and of a type that is on.';

create function private.claim_pushes(kinds text[], wanted integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare claimed jsonb;
begin
  with due as (
    select q.id from private.push_queue q join public.push_devices d on d.id = q.device_id
    where q.sent_at is null and q.tries < 8 and q.next_try_at <= now() and d.kind = any (kinds)
    order by q.next_try_at, q.id limit least(greatest(wanted, 1), 100)
    for update of q skip locked
  ), idle as (
    delete from private.push_queue q using due where q.id = due.id and not private.is_push_wanted(q.device_id, q.notification_id)
  ), taken as (
    -- 1, 2, 4 … minutes, about two hours in all: later pushes would only disturb.
    update private.push_queue q set tries = q.tries + 1, next_try_at = now() + interval '30 seconds' * power(2, q.tries + 1)
      from due where q.id = due.id and private.is_push_wanted(q.device_id, q.notification_id)
      returning q.id, q.device_id, q.notification_id
  )
  select jsonb_agg(jsonb_build_object('id', t.id,
      'device', jsonb_build_object('kind', d.kind, 'token', d.token, 'p256dh', d.p256dh, 'auth', d.auth, 'environment', d.environment),
      'unread', (select count(*) from public.notifications u where u.user_id = d.user_id and not u.read and u.type <> 'reply_to_comment'),
      'notification', jsonb_build_object('id', n.id, 'type', n.type, 'title', n.title, 'message', n.message, 'data', n.data,
        'post_id', n.post_id, 'comment_id', n.comment_id, 'actor', m.ref, 'actors_count', n.actors_count)) order by t.id)
    into claimed
    from taken t join public.push_devices d on d.id = t.device_id join public.notifications n on n.id = t.notification_id
      left join private.member_refs m on m.id = n.actor_id;
  return coalesce(claimed, '[]'::jsonb);
end $$;
comment on function private.claim_pushes(text[], integer) is 'Claims due pushes for devices of these kinds, so that each is sent by one of several servers only.';

create function private.settle_push(push bigint, outcome text, problem text, token text, wait integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if outcome = 'gone' then
    -- The device may have registered another token meanwhile.
    delete from public.push_devices d where d.token = settle_push.token
      and d.id = (select q.device_id from private.push_queue q where q.id = push);
  end if;
  update private.push_queue q set
      sent_at = case when outcome = 'sent' then now() end,
      tries = case when outcome = 'refused' then 8 else q.tries end,
      next_try_at = case when outcome = 'later' then greatest(q.next_try_at, now() + make_interval(secs => least(wait, 7200))) else q.next_try_at end,
      last_error = left(problem, 200)
    where q.id = push and q.sent_at is null;
end $$;
comment on function private.settle_push(bigint, text, text, text, integer) is
  'Records the result: sent; gone (the service no longer knows the token, so the device is deleted); later (again after `wait` seconds or the next step of the backoff); refused (never again).';

create function private.clear_pushes() returns void
language sql security definer set search_path = '' as $$
  delete from private.push_queue where created_at < now() - interval '7 days';
  -- FCM considers a token stale after this time (firebase.google.com/docs/cloud-messaging/manage-tokens); the other services report it.
  delete from public.push_devices where kind = 'android' and last_seen_at < now() - interval '270 days';
$$;
comment on function private.clear_pushes() is 'Daily job: deletes pushes after 7 days, and Android devices on which the app was not opened for 270 days.';
grant execute on function private.claim_pushes(text[], integer), private.settle_push(bigint, text, text, text, integer),
  private.clear_pushes() to service_role;

create function public.claim_pushes(p_kinds text[], p_limit integer default 50) returns jsonb
language sql set search_path = '' as $$ select private.claim_pushes(p_kinds, p_limit) $$;
comment on function public.claim_pushes(text[], integer) is 'RPC for the web server (secret key): pushes to send now, [{id, device, unread, notification}].';

create function public.settle_push(p_id bigint, p_outcome text, p_problem text default null, p_token text default null, p_wait integer default 0) returns void
language sql set search_path = '' as $$ select private.settle_push(p_id, p_outcome, p_problem, p_token, p_wait) $$;
comment on function public.settle_push(bigint, text, text, text, integer) is 'RPC for the web server (secret key): records the result of a claimed push (private.settle_push()).';
revoke all on function public.claim_pushes(text[], integer), public.settle_push(bigint, text, text, text, integer) from public, anon, authenticated;
grant execute on function public.claim_pushes(text[], integer), public.settle_push(bigint, text, text, text, integer) to service_role;
