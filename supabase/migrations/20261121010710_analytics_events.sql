-- One plain table with an index by time: retention deletes in batches, and `id` stays unique, so that a batch sent twice
-- after a lost answer counts once. Partitioned by month it could not.
create table public.analytics_events (
  id uuid primary key default gen_random_uuid(),
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
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object' and octet_length(metadata::text) <= 8000),
  created_at timestamptz not null default now()
);
comment on table public.analytics_events is 'Usage events, sent only after full consent. Admins read; the log of staff (metadata.admin_action) also moderators.';
create index analytics_events_created_at on public.analytics_events (created_at desc, id);
create index analytics_events_type on public.analytics_events (event_type, created_at desc);
create index analytics_events_user_id on public.analytics_events (user_id);
create index analytics_events_admin on public.analytics_events (created_at desc) where metadata @> '{"admin_action": true}';

alter table public.analytics_events enable row level security;
revoke all on public.analytics_events from public, anon, authenticated;
grant insert (id, event_type, session_id, page_path, target_type, target_id, metadata, user_id) on public.analytics_events to anon, authenticated;
grant select on public.analytics_events to authenticated;
grant all on public.analytics_events to service_role;
-- Specification §6: anonymous visitors send these types only, and no user id.
create policy "guests send" on public.analytics_events for insert to anon
  with check (user_id is null and not metadata ? 'admin_action' and event_type in (
    'page_view', 'click', 'scroll', 'session_start', 'session_end', 'format_view', 'star_view', 'post_view', 'meta_tag_view',
    'performance_metric', 'custom_performance_metric'));
-- What staff does is flagged by a trigger of admin_actions; no client may claim it.
create policy "members send their own" on public.analytics_events for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write()) and not metadata ? 'admin_action');
create policy "admins read, moderators the staff log" on public.analytics_events for select to authenticated
  using ((select private.is_admin()) or (metadata @> '{"admin_action": true}' and (select private.is_moderator())));

-- RPC of specification §7
create function public.get_analytics_summary(since date) returns table (day date, event_type text, events bigint, unique_sessions bigint)
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Das dürfen nur Admins.' using errcode = '42501', hint = 'not_allowed';
  end if;
  return query select private.berlin_day(e.created_at), e.event_type, count(*), count(distinct e.session_id)
    from public.analytics_events e where e.created_at >= since::timestamp at time zone 'Europe/Berlin'
    group by 1, 2 order by 1 desc, 2;
end $$;
comment on function public.get_analytics_summary(date) is 'RPC for admins: events and distinct sessions by Berlin day and type since a day.';
revoke all on function public.get_analytics_summary(date) from public, anon, authenticated;
grant execute on function public.get_analytics_summary(date) to authenticated, service_role;
