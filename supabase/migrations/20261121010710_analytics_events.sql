-- Partitioned by the month in which the server received the event, not by what the client says about time: a wrong clock
-- lands in the right partition, and the primary key still begins with the client's id, so that a batch sent twice after a
-- lost answer counts once. Old months are dropped whole (20261121010715).
create table public.analytics_events (
  id uuid not null default gen_random_uuid(),
  event_type text not null check (event_type in (
    'session_start', 'session_end', 'page_view', 'click', 'scroll', 'format_view', 'star_view', 'post_view', 'meta_tag_view',
    'performance_metric', 'custom_performance_metric', 'user_login', 'user_logout', 'user_register', 'post_create',
    'comment_create', 'vote_cast', 'fan_add', 'fan_remove', 'social_share', 'suspicious_registration'
  )),
  user_id uuid references public.profiles on delete set null,
  session_id text check (char_length(session_id) <= 200),
  page_path text check (char_length(page_path) <= 500),
  target_type text check (char_length(target_type) <= 80),
  target_id text check (char_length(target_id) <= 200),
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
  created_at timestamptz not null default now(),
  month date not null default date_trunc('month', now() at time zone 'utc')::date
    check (month = 'infinity' or extract(day from month) = 1),
  primary key (id, month),
  -- 4 kB (issue 6), 96 bytes of them for what has a fixed size. A constraint on the row as a whole cannot be on partitions.
  constraint analytics_events_row_size check (
    octet_length(event_type) + octet_length(coalesce(session_id, '')) + octet_length(coalesce(page_path, ''))
      + octet_length(coalesce(target_type, '')) + octet_length(coalesce(target_id, '')) + octet_length(metadata::text) <= 4000),
  constraint analytics_events_staff_log check ((month = 'infinity') = (metadata @> '{"admin_action": true}'))
) partition by list (month);
comment on table public.analytics_events is 'Usage events, sent only after full consent. Admins read; the log of staff (metadata.admin_action) also moderators.';
comment on column public.analytics_events.id is 'Made by the client; the same when it sends the event again.';
comment on column public.analytics_events.created_at is 'When it happened, as the client says; the server''s time where that is not within the last day.';
comment on column public.analytics_events.month is
  'Partition: first day of the month (UTC) in which the server received it, never before the month of created_at; infinity: the log of staff, kept as long as admin_actions.';
create index analytics_events_created_at on public.analytics_events (created_at desc, id);
create index analytics_events_type on public.analytics_events (event_type, created_at desc);
create index analytics_events_user_id on public.analytics_events (user_id);
create index analytics_events_admin on public.analytics_events (created_at desc) where metadata @> '{"admin_action": true}';

-- The partitions stand in `private`, without a grant: the API has no way to them but through the policies here.
create table private.analytics_events_staff partition of public.analytics_events for values in ('infinity');
comment on table private.analytics_events_staff is 'Partition: events flagged admin_action. Neither consent nor retention concerns them.';
create table private.analytics_events_other partition of public.analytics_events default;
comment on table private.analytics_events_other is 'Partition: what came before its month had one; private.make_analytics_partition() moves it there.';

alter table public.analytics_events enable row level security;
revoke all on public.analytics_events from public, anon, authenticated;
grant insert (id, event_type, user_id, session_id, page_path, target_type, target_id, metadata, created_at)
  on public.analytics_events to anon, authenticated;
grant select on public.analytics_events to authenticated;
grant all on public.analytics_events to service_role;
-- Specification §6: anonymous visitors send these types only, and no user id.
create policy "guests send" on public.analytics_events for insert to anon
  with check (user_id is null and not metadata ? 'admin_action' and event_type in (
    'page_view', 'click', 'scroll', 'session_start', 'session_end', 'format_view', 'star_view', 'post_view', 'meta_tag_view',
    'performance_metric', 'custom_performance_metric'));
-- What staff does is flagged by a trigger of admin_actions; no client may claim it.
create policy "members send their own" on public.analytics_events for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write()) and not metadata ? 'admin_action'
    -- Without a session are those that the server records.
    and (event_type <> 'suspicious_registration' or session_id is not null));
create policy "admins read, moderators the staff log" on public.analytics_events for select to authenticated
  using ((select private.is_admin()) or (metadata @> '{"admin_action": true}' and (select private.is_moderator())));

-- PostgREST's resolution=ignore-duplicates names the key, which PostgreSQL allows only to those who may read it; guests may not.
create function private.receive_analytics_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The month before too: the batch may have been sent on the last evening, and again after midnight.
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
  'Trigger: an event sent again is passed over, and a time that cannot be is replaced, so that a wrong clock loses nothing.';
create trigger analytics_events_receive before insert on public.analytics_events
  for each row when (private.is_client()) execute function private.receive_analytics_event();
