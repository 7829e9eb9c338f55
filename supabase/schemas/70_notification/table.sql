-- Notifications -------------------------------------------------------------------------------------------------------

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles on delete cascade,
  type text not null check (private.is_notification_type(type)),
  title text not null check (char_length(title) between 1 and 200),
  message text not null check (char_length(message) <= 4000),
  data jsonb not null default '{}' check (jsonb_typeof(data) = 'object' and octet_length(data::text) <= 16000),
  post_id uuid references public.community_posts on delete cascade,
  comment_id uuid references public.comments on delete cascade,
  target_id uuid,
  actor_id uuid references public.public_profiles on delete set null,
  actors_count integer not null default 1,
  read boolean not null default false,
  created_at timestamptz not null default now(),
  channel text check (channel in ('push', 'app'))
);
comment on table public.notifications is
  'Notifications of members. Written by triggers and the server; the member reads, marks as read and deletes. '
  'No quota: members mark as read or delete what is there.';
comment on column public.notifications.comment_id is 'The comment to open: of several grouped ones the latest.';
comment on column public.notifications.target_id is 'Events of one type are grouped by it: the post or comment they are about.';
comment on column public.notifications.actors_count is 'Number of people grouped in this row: same type and target within 24 hours ("Anna und 4 weitere …"); actor_id is the latest.';
comment on column public.notifications.channel is 'Where it goes besides the list: to devices (push, also null of older rows), or nowhere (app).';

create index notifications_user on public.notifications (user_id, created_at desc, id desc);
-- An index-only count for the badge; it holds what the list shows.
create index notifications_unread on public.notifications (user_id, created_at desc, id desc) where not read and type <> 'reply_to_comment';
create index notifications_target on public.notifications (user_id, type, target_id, created_at desc);
create index notifications_post_id on public.notifications (post_id);
create index notifications_comment_id on public.notifications (comment_id);
create index notifications_actor_id on public.notifications (actor_id);
create index notifications_mentions on public.notifications (target_id) where type = 'mention';
create index notifications_title_names on public.notifications using gin (private.names_in(title)) where title like '%@%';
create index notifications_message_names on public.notifications using gin (private.names_in(message)) where message like '%@%';
create index notifications_data_names on public.notifications using gin (private.names_in(data::text)) where data::text like '%@%';

-- reply_to_comment is not listed. created_at changes only with news.
create trigger notifications_push after insert on public.notifications
  for each row when (not new.read and new.type <> 'reply_to_comment') execute function private.queue_pushes();
create trigger notifications_push_again after update of created_at on public.notifications
  for each row when (not new.read and new.type <> 'reply_to_comment' and new.created_at > old.created_at)
  execute function private.queue_pushes();

alter table public.notifications enable row level security;
revoke all on public.notifications from public, anon, authenticated;
grant all on public.notifications to service_role;
grant select, update (read), delete on public.notifications to authenticated;
create policy "own mark as read" on public.notifications for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "own delete" on public.notifications for delete to authenticated using (user_id = (select auth.uid()));
create policy "own read" on public.notifications for select to authenticated
  using (user_id = (select auth.uid()) and (select private.session_is_live()));
create policy "second factor: select" on public.notifications as restrictive for select to authenticated
  using ((select private.is_proven()));
create policy "second factor: update" on public.notifications as restrictive for update to authenticated
  using ((select private.is_proven())) with check ((select private.is_proven()));
create policy "second factor: delete" on public.notifications as restrictive for delete to authenticated
  using ((select private.is_proven()));

create table private.notification_actors (
  notification_id uuid not null references public.notifications on delete cascade,
  actor_id uuid not null references public.profiles on delete cascade,
  -- A heart given and taken back, a comment deleted: the notification stayed, and so did the badge (docs/decisions/087-silence-and-causes.md).
  cause uuid not null default '00000000-0000-0000-0000-000000000000',
  gone boolean not null default false,
  primary key (notification_id, actor_id, cause)
);
comment on table private.notification_actors is
  'Why there is a notification: a row for each act. Their people are counted in notifications.actors_count, each once. '
  'Stays: with the notification. '
  'Not exported: who stands behind a notification of somebody else; the cause is in the export.';
comment on column private.notification_actors.cause is 'The comment or the new post; of a reaction or a vote what it is on; zeros: nothing that can be withdrawn.';
comment on column private.notification_actors.gone is 'Withdrawn, deleted or removed since, or silenced by the recipient: not counted. Kept, so that giving it again does not ring again.';

create index notification_actors_actor_id on private.notification_actors (actor_id);
create index notification_actors_cause on private.notification_actors (cause, actor_id);

revoke all on private.notification_actors from public, anon, authenticated, service_role;

create table public.notification_preferences (
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  type text not null check (type = 'all' or private.is_changeable_type(type)),
  enabled boolean not null,
  updated_at timestamptz not null default now(),
  channel text not null default 'push' check (channel in ('push', 'app')),
  primary key (user_id, type)
);
comment on table public.notification_preferences is
  'Types a member has switched on or off; without a row a type is on. warning and post_rejected cannot be switched off. '
  'all, switched off, lets every type rest that can be switched off, and leaves what was chosen for each. '
  'Stays: until the member takes it back or deletes the account. '
  'No quota: a row for each type.';
comment on column public.notification_preferences.channel is 'Where this type goes while it is on: app and device, or the app only.';

create function private.is_paused(member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.notification_preferences p where p.user_id = member and p.type = 'all' and not p.enabled)
$$;
comment on function private.is_paused(uuid) is 'Whether a member lets all notifications rest that can be switched off.';

create trigger notification_preferences_touch before update on public.notification_preferences
  for each row execute function private.touch_updated_at();

alter table public.notification_preferences enable row level security;
revoke all on public.notification_preferences from public, anon, authenticated;
grant all on public.notification_preferences to service_role;
grant select,
  insert (user_id, type, enabled, channel),
  update (user_id, type, enabled, channel),
  delete
  on public.notification_preferences to authenticated;
create policy "own read" on public.notification_preferences for select to authenticated using (user_id = (select auth.uid()));
create policy "own insert" on public.notification_preferences for insert to authenticated with check (user_id = (select auth.uid()));
create policy "own update" on public.notification_preferences for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "own delete" on public.notification_preferences for delete to authenticated using (user_id = (select auth.uid()));
create policy "second factor: select" on public.notification_preferences as restrictive for select to authenticated
  using ((select private.is_proven()));
create policy "second factor: insert" on public.notification_preferences as restrictive for insert to authenticated
  with check ((select private.is_proven()));
create policy "second factor: update" on public.notification_preferences as restrictive for update to authenticated
  using ((select private.is_proven())) with check ((select private.is_proven()));
create policy "second factor: delete" on public.notification_preferences as restrictive for delete to authenticated
  using ((select private.is_proven()));

-- Notifications of members' acts are written by a job -----------------------------------------------------------------

-- A comment in a long thread concerns 50 people, and everybody who reacts to one post its author: whoever acts leaves one row, and a
-- job that runs every second tells everybody whom it concerns (docs/decisions/039-threads-under-load.md).

create table private.notification_events (
  post_id uuid not null,
  id bigint generated always as identity,
  kind text not null check (kind in ('comment', 'post_reaction', 'comment_reaction', 'rumor_vote', 'poll_vote')),
  comment_id uuid,
  actor_id uuid not null,
  choice text,
  primary key (post_id, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
comment on table private.notification_events is
  'What members did and nobody has been told of yet; rows are gone within seconds. '
  'Stays: until a job takes it out, within seconds or an hour. '
  'Not exported: acts nobody has been told of yet, gone within seconds; the acts are in the export.';
comment on column private.notification_events.comment_id is 'The comment that was written or reacted to.';
comment on column private.notification_events.choice is 'The reaction, or the vote on a rumor. Never the option of a poll.';

revoke all on private.notification_events from public, anon, authenticated, service_role;

-- In the export, and how long it is kept ------------------------------------------------------------------------------

create function private.export_notifications(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'public.notification_preferences', (select jsonb_agg(to_jsonb(n) - 'user_id') from public.notification_preferences n where n.user_id = me),
    'public.notifications', (select jsonb_agg(to_jsonb(n) - '{user_id,actor_id}'::text[] order by n.created_at)
      from public.notifications n where n.user_id = me))
$$;
comment on function private.export_notifications(uuid) is 'Export: notifications and what was chosen about them.';

create function private.retain_notifications() returns void
language sql set search_path = '' as $$
  -- 30 days (docs/product/notifications.md). Decisions of the team are kept as long as they can be appealed.
  delete from public.notifications where created_at < now() - interval '30 days' and type not in ('warning', 'post_rejected');
  delete from public.notifications where read and created_at < now() - interval '6 months';
  -- Unread ones of who never came back go with the decision.
  delete from public.notifications where created_at < now() - interval '3 years';
$$;
comment on function private.retain_notifications() is 'Retention: 30 days; decisions of the team six months once read, else three years.';
