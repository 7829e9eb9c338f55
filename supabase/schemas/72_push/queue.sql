-- Queue ---------------------------------------------------------------------------------------------------------------

create function private.queue_pushes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- What goes to the list only rings nowhere; null is a row from before there were channels.
  if new.channel <> 'push' then return null; end if;
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

create function private.is_push_wanted(device uuid, notification uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.notifications n join public.push_devices d on d.id = device and d.user_id = n.user_id
    where n.id = notification and not n.read
      and not (private.is_paused(n.user_id) and private.is_changeable_type(private.setting_of(n.type, n.data)))
      and not exists (
        select from public.notification_preferences p where p.user_id = n.user_id and p.type = private.setting_of(n.type, n.data) and not p.enabled))
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
grant execute on function private.claim_pushes(text[], integer) to service_role;

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
grant execute on function private.settle_push(bigint, text, text, text, integer) to service_role;

create function private.clear_pushes() returns void
language sql security definer set search_path = '' as $$
  delete from private.push_queue where created_at < now() - interval '7 days';
  -- FCM considers a token stale after this time (firebase.google.com/docs/cloud-messaging/manage-tokens); the other services report it.
  delete from public.push_devices where kind = 'android' and last_seen_at < now() - interval '270 days';
$$;
comment on function private.clear_pushes() is 'Job (55 1 * * *): deletes pushes after 7 days, and Android devices on which the app was not opened for 270 days.';
grant execute on function private.clear_pushes() to service_role;

create function public.claim_pushes(p_kinds text[], p_limit integer default 50) returns jsonb
language sql set search_path = '' as $$ select private.claim_pushes(p_kinds, p_limit) $$;
comment on function public.claim_pushes(text[], integer) is 'RPC for the web server (secret key): pushes to send now, [{id, device, unread, notification}].';
grant execute on function public.claim_pushes(text[], integer) to service_role;

create function public.settle_push(p_id bigint, p_outcome text, p_problem text default null, p_token text default null, p_wait integer default 0) returns void
language sql set search_path = '' as $$ select private.settle_push(p_id, p_outcome, p_problem, p_token, p_wait) $$;
comment on function public.settle_push(bigint, text, text, text, integer) is 'RPC for the web server (secret key): records the result of a claimed push (private.settle_push()).';
grant execute on function public.settle_push(bigint, text, text, text, integer) to service_role;
