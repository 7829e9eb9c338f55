-- Events --------------------------------------------------------------------------------------------------------------

-- Partitioned by the month in which the server received the event, not by the client's time: an event with a wrong clock gets into
-- the right partition, and the primary key still begins with the client's id, so that a batch repeated after a lost answer counts
-- once. Old months are dropped as a whole.
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
  -- 4 kB, of which 96 bytes are for columns of fixed size. Partitions cannot have a constraint on the row as a whole.
  constraint analytics_events_row_size check (
    octet_length(event_type) + octet_length(coalesce(session_id, '')) + octet_length(coalesce(page_path, ''))
      + octet_length(coalesce(target_type, '')) + octet_length(coalesce(target_id, '')) + octet_length(metadata::text) <= 4000),
  constraint analytics_events_staff_log check ((month = 'infinity') = (metadata @> '{"admin_action": true}'))
) partition by list (month);
comment on table public.analytics_events is 'Usage events, sent only after full consent. Admins read; the log of staff (metadata.admin_action) also moderators.';
comment on column public.analytics_events.id is 'Created by the client, and the same when it repeats the event.';
comment on column public.analytics_events.created_at is 'Time of the event according to the client; the server''s time if that is not within the last day.';
comment on column public.analytics_events.month is
  'Partition: first day of the month (UTC) in which the server received it, never before the month of created_at; infinity: the log of staff, stored as long as admin_actions.';

create index analytics_events_created_at on public.analytics_events (created_at desc, id);
create index analytics_events_type on public.analytics_events (event_type, created_at desc);
create index analytics_events_user_id on public.analytics_events (user_id);
create index analytics_events_admin on public.analytics_events (created_at desc) where metadata @> '{"admin_action": true}';
create index analytics_events_admin_target on public.analytics_events (target_id) where metadata @> '{"admin_action": true}';

create trigger analytics_events_receive before insert on public.analytics_events
  for each row when (private.is_client()) execute function private.receive_analytics_event();
create trigger analytics_events_rate after insert on public.analytics_events
  referencing new table as written for each statement execute function private.limit_rows('events', '3000');

alter table public.analytics_events enable row level security;
revoke all on public.analytics_events from public, anon, authenticated;
grant all on public.analytics_events to service_role;
grant select,
  insert (id, event_type, user_id, session_id, page_path, target_type, target_id, metadata, created_at)
  on public.analytics_events to authenticated;
grant insert (id, event_type, user_id, session_id, page_path, target_type, target_id, metadata, created_at)
  on public.analytics_events to anon;
-- Anonymous visitors may send these types only, without a user id.
create policy "guests send" on public.analytics_events for insert to anon
  with check (user_id is null and not metadata ? 'admin_action' and event_type in (
    'page_view', 'click', 'scroll', 'session_start', 'session_end', 'format_view', 'star_view', 'post_view', 'meta_tag_view',
    'performance_metric', 'custom_performance_metric'));
-- Only a trigger of admin_actions sets the flag of staff actions; clients may not.
create policy "members send their own" on public.analytics_events for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write()) and not metadata ? 'admin_action'
    -- Only events recorded by the server have no session.
    and (event_type <> 'suspicious_registration' or session_id is not null));
create policy "admins read, moderators the staff log" on public.analytics_events for select to authenticated
  using ((select private.is_admin()) or (metadata @> '{"admin_action": true}' and (select private.is_moderator())));

-- The partitions are in `private`, without grants: the API can only reach them through the policies here.
create table private.analytics_events_staff partition of public.analytics_events for values in ('infinity');
comment on table private.analytics_events_staff is 'Partition: events flagged admin_action. Neither consent nor retention concerns them.';

revoke all on private.analytics_events_staff from public, anon, authenticated, service_role;

create table private.analytics_events_other partition of public.analytics_events default;
comment on table private.analytics_events_other is 'Partition: events received before their month had a partition; private.make_analytics_partition() moves them.';

revoke all on private.analytics_events_other from public, anon, authenticated, service_role;

-- Visits --------------------------------------------------------------------------------------------------------------

create table public.user_sessions (
  id text primary key check (char_length(id) between 8 and 200),
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  session_start timestamptz not null default now(),
  session_end timestamptz,
  page_views integer not null default 0 check (page_views >= 0),
  actions_count integer not null default 0 check (actions_count >= 0),
  device_info jsonb not null default '{}' check (jsonb_typeof(device_info) = 'object' and octet_length(device_info::text) <= 3600)
);
comment on table public.user_sessions is 'A visit of a member after full consent; the client makes the id and upserts at the end. Times are the client''s, limited to possible values.';

create index user_sessions_user_id on public.user_sessions (user_id, session_start desc);
create index user_sessions_session_start on public.user_sessions (session_start);

create trigger user_sessions_receive before insert or update on public.user_sessions
  for each row when (private.is_client()) execute function private.receive_user_session();
create trigger user_sessions_insert_rate after insert on public.user_sessions
  referencing new table as written for each statement execute function private.limit_rows('visits', '300');
create trigger user_sessions_update_rate after update on public.user_sessions
  referencing new table as written for each statement execute function private.limit_rows('visits', '300');

alter table public.user_sessions enable row level security;
-- An upsert sets every column it was sent, including the key.
revoke all on public.user_sessions from public, anon, authenticated;
grant all on public.user_sessions to service_role;
grant select,
  insert (id, user_id, session_start, session_end, page_views, actions_count, device_info),
  update (id, user_id, session_start, session_end, page_views, actions_count, device_info)
  on public.user_sessions to authenticated;
create policy "own and admins read" on public.user_sessions for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy "own insert" on public.user_sessions for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write()));
create policy "own update" on public.user_sessions for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()))
  with check (user_id = (select auth.uid()) and (select private.may_write()));
create policy "second factor: select" on public.user_sessions as restrictive for select to authenticated
  using ((select private.is_proven()));

-- In the export -------------------------------------------------------------------------------------------------------

create function private.export_usage(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'public.user_sessions', (select jsonb_agg(to_jsonb(v) - 'user_id' order by v.session_start) from public.user_sessions v where v.user_id = me),
    'public.analytics_events', (select jsonb_agg(to_jsonb(e) - '{user_id,month}'::text[] order by e.created_at) from public.analytics_events e where e.user_id = me))
$$;
comment on function private.export_usage(uuid) is 'Export: visits and events.';
