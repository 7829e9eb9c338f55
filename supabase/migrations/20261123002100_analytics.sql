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

-- The partitions are in `private`, without grants: the API can only reach them through the policies here.
create table private.analytics_events_staff partition of public.analytics_events for values in ('infinity');
comment on table private.analytics_events_staff is 'Partition: events flagged admin_action. Neither consent nor retention concerns them.';
create table private.analytics_events_other partition of public.analytics_events default;
comment on table private.analytics_events_other is 'Partition: events received before their month had a partition; private.make_analytics_partition() moves them.';

alter table public.analytics_events enable row level security;
revoke all on public.analytics_events from public, anon, authenticated;
grant insert (id, event_type, user_id, session_id, page_path, target_type, target_id, metadata, created_at)
  on public.analytics_events to anon, authenticated;
grant select on public.analytics_events to authenticated;
grant all on public.analytics_events to service_role;
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

-- PostgREST's resolution=ignore-duplicates names the key, which requires the right to read it, and guests have none.
create function private.receive_analytics_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
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
  'Trigger: skips repeated events and replaces impossible times, so that a wrong clock loses no events.';
create trigger analytics_events_receive before insert on public.analytics_events
  for each row when (private.is_client()) execute function private.receive_analytics_event();

-- Partitions and retention --------------------------------------------------------------------------------------------

-- Months of analytics_events: created in advance, emptied by retention, dropped when all of their events are older than 90 days.

create function private.make_analytics_partition(wanted date) returns boolean
language plpgsql security definer set search_path = '' as $$
declare partition constant text := 'analytics_events_' || to_char(wanted, 'YYYY_MM');
begin
  if to_regclass('private.' || partition) is not null then return false; end if;
  execute format('create table private.%I (like public.analytics_events including defaults including constraints)', partition);
  execute format('comment on table private.%I is %L', partition, 'Partition: events received in this month (UTC).');
  -- Events of this month in the default partition would prevent its creation.
  execute format('with late as (delete from private.analytics_events_other where month = %L returning *)
    insert into private.%I select * from late', wanted, partition);
  execute format('alter table public.analytics_events attach partition private.%I for values in (%L)', partition, wanted);
  return true;
end $$;
comment on function private.make_analytics_partition(date) is 'Creates the partition of a month, given by its first day; false if it exists already.';

create function private.maintain_analytics_months() returns void
language plpgsql security definer set search_path = '' as $$
declare
  this_month constant date := date_trunc('month', now() at time zone 'utc')::date;
  old_partition text;
begin
  for ahead in 0..2 loop
    perform private.make_analytics_partition((this_month + ahead * interval '1 month')::date);
  end loop;
  -- Events received in months in which this job did not run.
  perform private.make_analytics_partition(o.month) from (select distinct month from private.analytics_events_other) o;
  for old_partition in
    select c.relname from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.analytics_events'::regclass and c.relname ~ '^analytics_events_\d{4}_\d{2}$'
      and to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' < (now() - interval '90 days') at time zone 'utc'
  loop
    execute format('drop table private.%I', old_partition);
  end loop;
end $$;
comment on function private.maintain_analytics_months() is
  'Job: creates partitions for this month and the next two, and drops those whose events are all older than 90 days.';
select private.maintain_analytics_months();

create function private.expire_analytics() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  batch constant integer := 20000;
  gone integer;
  total integer := 0;
begin
  -- At most ten batches, to limit a run; the rest follows the next day, and expired months are dropped as a whole.
  for run in 1..10 loop
    delete from public.analytics_events e using (
        select id, month from public.analytics_events
        where created_at < now() - interval '90 days' and month <> 'infinity' limit batch) old
      where e.id = old.id and e.month = old.month;
    get diagnostics gone = row_count;
    total := total + gone;
    exit when gone < batch;
  end loop;
  for run in 1..10 loop
    delete from public.user_sessions where id in (
      select id from public.user_sessions where session_start < now() - interval '90 days' limit batch);
    get diagnostics gone = row_count;
    total := total + gone;
    exit when gone < batch;
  end loop;
  return total;
end $$;
comment on function private.expire_analytics() is
  'Job: deletes events and visits after 90 days, in batches; never the log of staff. Returns how many.';
grant execute on function private.maintain_analytics_months(), private.expire_analytics() to service_role;

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

alter table public.user_sessions enable row level security;
revoke all on public.user_sessions from public, anon, authenticated;
-- An upsert sets every column it was sent, including the key.
grant select,
  insert (id, user_id, session_start, session_end, page_views, actions_count, device_info),
  update (id, user_id, session_start, session_end, page_views, actions_count, device_info) on public.user_sessions to authenticated;
grant all on public.user_sessions to service_role;
create policy "own and admins read" on public.user_sessions for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy "own insert" on public.user_sessions for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write()));
create policy "own update" on public.user_sessions for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()))
  with check (user_id = (select auth.uid()) and (select private.may_write()));

create function private.receive_user_session() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.session_start is null or new.session_start > now() or new.session_start < now() - interval '7 days' then
    -- The start of a visit never changes after the first write.
    new.session_start := case tg_op when 'UPDATE' then old.session_start else now() end;
  end if;
  if new.session_end > now() then new.session_end := now(); end if;
  if new.session_end < new.session_start then new.session_end := new.session_start; end if;
  return new;
end $$;
comment on function private.receive_user_session() is
  'Trigger: limits times, so that a wrong clock neither loses a visit nor preserves it for ever: it begins within the last 7 days and ends by now.';
create trigger user_sessions_receive before insert or update on public.user_sessions
  for each row when (private.is_client()) execute function private.receive_user_session();

-- Daily figures -------------------------------------------------------------------------------------------------------

-- 500,000 events are too many to count on every request: days that can no longer change are counted once, and only later events are
-- counted each time. The counts are not personal data.
create table private.analytics_daily_types (
  day date not null,
  event_type text not null,
  events integer not null,
  unique_sessions integer not null,
  primary key (day, event_type)
);
comment on table private.analytics_daily_types is 'Events and distinct sessions of a closed Berlin day by type, as private.count_types().';
create table private.analytics_daily_visits (
  day date primary key,
  visitors integer not null,
  sessions integer not null,
  begun integer not null,
  guests integer not null,
  guests_begun integer not null
);
comment on table private.analytics_daily_visits is 'Visits of a closed Berlin day, as private.count_visits(). Its last day is the last that is closed.';
create table private.analytics_daily_pages (
  day date not null,
  path text not null,
  views integer not null,
  primary key (day, path)
);
comment on table private.analytics_daily_pages is 'Page views of a closed Berlin day by path, as private.count_pages().';
create table private.analytics_daily_vitals (
  day date not null,
  name text not null,
  bucket smallint not null,
  samples integer not null,
  primary key (day, name, bucket)
);
comment on table private.analytics_daily_vitals is 'Web vitals of a closed Berlin day, as private.count_vitals().';
revoke all on private.analytics_daily_types, private.analytics_daily_visits, private.analytics_daily_pages, private.analytics_daily_vitals
  from public, anon, authenticated;

-- A view, because a function with a search_path is not inlined and would be called for every row.
create view private.counted_events with (security_invoker = on) as
select e.event_type, e.user_id, e.session_id, e.page_path, e.metadata, e.created_at,
  (e.created_at at time zone 'Europe/Berlin')::date as day
from public.analytics_events e where e.month <> 'infinity';
comment on view private.counted_events is 'Events without the log of staff, with their Berlin day.';

create function private.count_types(first_day date, last_day date)
returns table (day date, event_type text, events bigint, unique_sessions bigint)
language sql stable set search_path = '' set work_mem = '32MB' as $$
  -- Two steps of hashing, because count(distinct) sorts.
  select s.day, s.event_type, sum(s.events)::bigint, count(s.session_id)
  from (
    select e.day, e.event_type, e.session_id, count(*) as events
    from private.counted_events e
    where e.created_at >= first_day::timestamp at time zone 'Europe/Berlin'
      and e.created_at < (last_day + 1)::timestamp at time zone 'Europe/Berlin'
    group by 1, 2, 3
  ) s
  group by 1, 2
$$;
comment on function private.count_types(date, date) is 'Events and distinct sessions by Berlin day and type, counted from the events themselves.';

create function private.count_visits(first_day date, last_day date)
returns table (day date, visitors bigint, sessions bigint, begun bigint, guests bigint, guests_begun bigint)
language sql stable set search_path = '' set work_mem = '32MB' as $$
  with seen as materialized (
    select e.day, e.session_id, e.user_id
    from private.counted_events e
    where e.created_at >= (first_day - 1)::timestamp at time zone 'Europe/Berlin'
      and e.created_at < (last_day + 1)::timestamp at time zone 'Europe/Berlin' and e.session_id is not null
    group by 1, 2, 3
  ), visits as (
    select s.session_id, min(s.day) as begun_on, bool_and(s.user_id is null) as is_guest from seen s group by 1
  )
  select s.day,
    count(distinct case when v.is_guest then s.session_id else s.user_id::text end),
    count(distinct s.session_id),
    count(distinct s.session_id) filter (where v.begun_on = s.day),
    count(distinct s.session_id) filter (where v.is_guest),
    count(distinct s.session_id) filter (where v.is_guest and v.begun_on = s.day)
  from seen s join visits v on v.session_id = s.session_id
  where s.day >= first_day
  group by s.day
$$;
comment on function private.count_visits(date, date) is
  'By Berlin day: visitors (each member once, guests once per visit), sessions, how many of each were not there the day before, and the same for guests.';

create function private.count_pages(first_day date, last_day date) returns table (day date, path text, views bigint)
language sql stable set search_path = '' as $$
  select e.day, e.page_path, count(*)
  from private.counted_events e
  where e.event_type = 'page_view' and e.page_path is not null
    and e.created_at >= first_day::timestamp at time zone 'Europe/Berlin'
    and e.created_at < (last_day + 1)::timestamp at time zone 'Europe/Berlin'
  group by 1, 2
$$;
comment on function private.count_pages(date, date) is 'page_view events by Berlin day and path (two segments, docs/product/analytics.md).';

-- Percentiles of days cannot be added up, but histograms can: the bounds of each bucket differ by a factor of 1.01/0.99, so that
-- private.analytics_vitals() is off by at most 1 % (DDSketch: Masson, Rim, Lee, VLDB 2019).
create function private.count_vitals(first_day date, last_day date)
returns table (day date, name text, bucket smallint, samples bigint)
language sql stable set search_path = '' set work_mem = '32MB' as $$
  select m.day, m.name,
    case when m.value < 0.0001 then -32768 else ceil(ln(m.value::double precision) / ln(1.01::double precision / 0.99)) end::smallint,
    count(*)
  from (
    select e.day, e.metadata ->> 'name' as name,
      case when jsonb_typeof(e.metadata -> 'value') = 'number' then (e.metadata ->> 'value')::numeric end as value
    from private.counted_events e
    where e.event_type = 'performance_metric'
      and e.created_at >= first_day::timestamp at time zone 'Europe/Berlin'
      and e.created_at < (last_day + 1)::timestamp at time zone 'Europe/Berlin'
  ) m
  -- Ten minutes: a longer time was measured across a change of the clock.
  where m.name in ('CLS', 'INP', 'FCP', 'LCP', 'TTFB') and m.value between 0 and 600000
  group by 1, 2, 3
$$;
comment on function private.count_vitals(date, date) is
  'Web vitals by Berlin day, name and bucket: bucket n has values above (1.01/0.99)^(n-1) and at most (1.01/0.99)^n, bucket -32768 values below 0.0001.';

create function private.roll_up_analytics() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  -- Events are accepted up to a day after they happened, so the day before yesterday is the last that can no longer change.
  last_day constant date := private.berlin_day(now()) - 2;
  wanted constant date := coalesce((select max(v.day) + 1 from private.analytics_daily_visits v),
    private.berlin_day((select min(e.created_at) from private.counted_events e)));
  first_day constant date := greatest(wanted, last_day - 90);
begin
  delete from private.analytics_daily_types where day < last_day - 90;
  delete from private.analytics_daily_visits where day < last_day - 90;
  delete from private.analytics_daily_pages where day < last_day - 90;
  delete from private.analytics_daily_vitals where day < last_day - 90;
  if wanted is null or first_day > last_day then return 0; end if;
  insert into private.analytics_daily_types select * from private.count_types(first_day, last_day);
  insert into private.analytics_daily_pages select * from private.count_pages(first_day, last_day);
  insert into private.analytics_daily_vitals select * from private.count_vitals(first_day, last_day);
  insert into private.analytics_daily_visits
    select d.day, coalesce(v.visitors, 0), coalesce(v.sessions, 0), coalesce(v.begun, 0), coalesce(v.guests, 0), coalesce(v.guests_begun, 0)
    from (select first_day + n as day from generate_series(0, last_day - first_day) n) d
    left join private.count_visits(first_day, last_day) v on v.day = d.day;
  return last_day - first_day + 1;
end $$;
comment on function private.roll_up_analytics() is 'Job: counts the days that closed since its last run; returns how many. Counts are deleted after 90 days, like the events.';
grant execute on function private.roll_up_analytics() to service_role;

create function private.first_open_day(since date) returns date
language sql stable set search_path = '' as $$
  select greatest(since, (select max(v.day) + 1 from private.analytics_daily_visits v))
$$;
comment on function private.first_open_day(date) is 'The first day from `since` on that private.roll_up_analytics() has not counted.';

-- Summary -------------------------------------------------------------------------------------------------------------

-- Definer: row-level security would evaluate the caller's rights for every row; here they are checked once.
create function private.analytics_summary(since date) returns table (day date, event_type text, events bigint, unique_sessions bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select s.* from (
      select t.day, t.event_type, t.events::bigint, t.unique_sessions::bigint from private.analytics_daily_types t where t.day >= since
      union all
      select * from private.count_types(private.first_open_day(since), private.berlin_day(now()))
    ) s order by s.day desc, s.event_type;
end $$;
comment on function private.analytics_summary(date) is 'As public.get_analytics_summary().';
grant execute on function private.analytics_summary(date) to authenticated, service_role;

create function public.get_analytics_summary(since date default private.berlin_day(now()) - 29)
returns table (day date, event_type text, events bigint, unique_sessions bigint)
language sql stable security invoker set search_path = '' as $$
  select day, event_type, events, unique_sessions from private.analytics_summary(since)
$$;
comment on function public.get_analytics_summary(date) is
  'RPC for admins: events and distinct sessions by Berlin day and type since a day, by default 30 days; without the log of staff.';
revoke all on function public.get_analytics_summary(date) from public, anon, authenticated;
grant execute on function public.get_analytics_summary(date) to authenticated, service_role;

-- Figures of the admin page -------------------------------------------------------------------------------------------

-- One function per figure of /admin/analytics, called by private.admin_analytics_page() only. They count people who consented, and
-- never assume that what devices send is a number.

create function private.analytics_days(since date)
returns table (day date, visitors bigint, sessions bigint, begun bigint, guests bigint, guests_begun bigint, views bigint, votes bigint, posts bigint, comments bigint)
language sql stable set search_path = '' as $$
  with types as (
    select t.day, t.event_type, t.events from private.analytics_daily_types t where t.day >= since
    union all
    select t.day, t.event_type, t.events from private.count_types(private.first_open_day(since), private.berlin_day(now())) t
  ), visits as (
    select v.* from private.analytics_daily_visits v where v.day >= since
    union all
    select * from private.count_visits(private.first_open_day(since), private.berlin_day(now()))
  ), done as (
    select t.day, sum(t.events) filter (where t.event_type = 'page_view') as views,
      sum(t.events) filter (where t.event_type = 'vote_cast') as votes, sum(t.events) filter (where t.event_type = 'post_create') as posts,
      sum(t.events) filter (where t.event_type = 'comment_create') as comments
    from types t group by t.day
  )
  select d.day, coalesce(v.visitors, 0), coalesce(v.sessions, 0), coalesce(v.begun, 0), coalesce(v.guests, 0), coalesce(v.guests_begun, 0),
    coalesce(x.views, 0), coalesce(x.votes, 0), coalesce(x.posts, 0), coalesce(x.comments, 0)
  from (select since + n as day from generate_series(0, private.berlin_day(now()) - since) n) d
  left join visits v on v.day = d.day
  left join done x on x.day = d.day
  order by d.day
$$;
comment on function private.analytics_days(date) is
  'Every Berlin day since one, oldest first: visits as private.count_visits(), and the events page_view, vote_cast, post_create, comment_create.';

create function private.analytics_members(since timestamptz) returns bigint
language sql stable set search_path = '' set work_mem = '32MB' as $$
  select count(*) from (
    select distinct e.user_id from private.counted_events e
    where e.created_at >= since and e.user_id is not null and e.session_id is not null) m
$$;
comment on function private.analytics_members(timestamptz) is
  'Members seen since an instant, each once. All visitors of the period are these plus the guests, who count once per visit.';

create function private.analytics_pages(since date, most integer) returns table (path text, views bigint)
language sql stable set search_path = '' as $$
  select v.path, sum(v.views)::bigint
  from (
    select p.path, p.views from private.analytics_daily_pages p where p.day >= since
    union all
    select p.path, p.views from private.count_pages(private.first_open_day(since), private.berlin_day(now())) p
  ) v
  group by 1 order by 2 desc, 1 limit most
$$;
comment on function private.analytics_pages(date, integer) is 'The most viewed paths, by page_view events.';

create function private.analytics_funnel(since timestamptz) returns table (step text, members bigint)
language sql stable set search_path = '' as $$
  with steps (place, step) as (values (1, 'signup_completed'), (2, 'profile_setup_completed'), (3, 'first_post'),
    (4, 'first_vote'), (5, 'first_comment')),
  done as (
    select distinct e.user_id, s.place
    from private.counted_events e
    join steps s on s.step = e.metadata ->> 'funnel_step'
    where e.created_at >= since and e.event_type = 'custom_performance_metric' and e.metadata ? 'funnel_step' and e.user_id is not null
  ), members as (
    -- Steps taken without a gap: the index of the first missing step, minus one.
    select m.user_id, coalesce(min(s.place) filter (where d.place is null), 6) - 1 as reached
    from (select distinct user_id from done) m cross join steps s
    left join done d on d.user_id = m.user_id and d.place = s.place
    group by m.user_id
  )
  select s.step, (select count(*) from members m where m.reached >= s.place) from steps s order by s.place
$$;
comment on function private.analytics_funnel(timestamptz) is
  'Members at each step of the funnel (docs/product/analytics.md), in order: how many of those who signed up since the day have taken this step and all before it, at any time.';

create function private.analytics_retention(since timestamptz, days integer) returns table (members bigint, stayed bigint)
language sql stable set search_path = '' as $$
  with told as materialized (
    select e.user_id, e.metadata ->> 'conversion_event' as conversion, min(e.created_at) as at
    from private.counted_events e
    where e.created_at >= since - days * interval '1 day' and e.event_type = 'custom_performance_metric'
      and e.metadata ? 'conversion_event' and e.user_id is not null
    group by 1, 2
  )
  select count(*), count(*) filter (where exists (
    select from told t where t.user_id = m.user_id and t.conversion = 'retention_day' || days))
  from told m where m.conversion = 'signup_completed' and m.at < now() - days * interval '1 day'
$$;
comment on function private.analytics_retention(timestamptz, integer) is
  'Of the members whose day N (after signing up) came since the day, how many were seen on it or later (conversion retention_dayN).';

create function private.analytics_conversions(since timestamptz) returns table (conversion text, members bigint, converted bigint)
language sql stable set search_path = '' as $$
  with told as (
    select distinct e.user_id, e.metadata ->> 'conversion_event' as conversion
    from private.counted_events e
    where e.created_at >= since and e.event_type = 'custom_performance_metric' and e.metadata ? 'conversion_event' and e.user_id is not null
  ), signed_up as (select t.user_id from told t where t.conversion = 'signup_completed')
  select c.conversion, (select count(*) from signed_up),
    (select count(*) from told t join signed_up s on s.user_id = t.user_id where t.conversion = c.conversion)
  from unnest('{profile_complete,first_post,first_vote,first_comment}'::text[]) c (conversion)
  union all
  select 'retention_day7', r.members, r.stayed from private.analytics_retention(since, 7) r
$$;
comment on function private.analytics_conversions(timestamptz) is
  'Conversion rates (docs/product/analytics.md): of the members who signed up since the day, how many reached this conversion, in any order; retention_day7 as analytics_retention().';

create function private.analytics_vitals(since date)
returns table (name text, samples bigint, p50 double precision, p75 double precision, p95 double precision)
language sql stable set search_path = '' as $$
  with counted as (
    select v.name, v.bucket, sum(v.samples) as samples
    from (
      select d.name, d.bucket, d.samples from private.analytics_daily_vitals d where d.day >= since
      union all
      select c.name, c.bucket, c.samples from private.count_vitals(private.first_open_day(since), private.berlin_day(now())) c
    ) v
    group by 1, 2
  ), ranked as (
    select c.name,
      -- The value with the same relative distance from both ends of its bucket.
      case c.bucket when -32768 then 0 else 2 * (1.01::double precision / 0.99) ^ c.bucket / (1 + 1.01::double precision / 0.99) end as value,
      sum(c.samples) over (partition by c.name order by c.bucket) as up_to, sum(c.samples) over (partition by c.name) as samples
    from counted c
  ), wanted as (
    -- As percentile_cont: interpolated between the two values around the position, where position 0 is the smallest value.
    select r.name, r.samples, p.part, p.part * (r.samples - 1) as place,
      min(r.value) filter (where r.up_to > floor(p.part * (r.samples - 1))) as below,
      min(r.value) filter (where r.up_to > ceil(p.part * (r.samples - 1))) as above
    from ranked r cross join unnest('{0.5,0.75,0.95}'::numeric[]) p (part)
    group by r.name, r.samples, p.part
  ), percentiles as (
    select w.name, w.samples, w.part, w.below + (w.above - w.below) * (w.place - floor(w.place))::double precision as value from wanted w
  )
  select p.name, p.samples::bigint, max(p.value) filter (where p.part = 0.5), max(p.value) filter (where p.part = 0.75),
    max(p.value) filter (where p.part = 0.95)
  from percentiles p group by p.name, p.samples order by p.name
$$;
comment on function private.analytics_vitals(date) is
  'Web vitals of page loads: number and percentiles by name, milliseconds but for CLS; each within 1 % of percentile_cont over the values themselves.';

create function private.analytics_suspicions(since timestamptz) returns table (reason text, total bigint)
language sql stable set search_path = '' as $$
  select e.metadata ->> 'reason', count(*)
  from private.counted_events e
  where e.created_at >= since and e.event_type = 'suspicious_registration' and e.session_id is null and e.metadata ? 'reason'
  group by 1 order by 2 desc, 1
$$;
comment on function private.analytics_suspicions(timestamptz) is
  'Suspicious registrations by reason, as recorded by the server: events of this name that members send have a session.';

-- Admin ---------------------------------------------------------------------------------------------------------------

-- /admin/analytics.
create function private.admin_analytics_page(wanted date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  today constant date := private.berlin_day(now());
  -- Older events are deleted (private.expire_analytics()).
  first_day constant date := greatest(least(wanted, today), today - 89);
  since constant timestamptz := first_day::timestamp at time zone 'Europe/Berlin';
  days jsonb;
  total jsonb;
begin
  perform private.require_admin();
  select jsonb_agg(to_jsonb(d) - '{begun,guests,guests_begun}'::text[] order by d.day),
    -- A visit across midnight counts once: later days only add visits that began on them.
    jsonb_build_object(
      'visitors', private.analytics_members(since) + sum(case d.day when first_day then d.guests else d.guests_begun end),
      'sessions', sum(case d.day when first_day then d.sessions else d.begun end),
      'views', sum(d.views), 'votes', sum(d.votes), 'posts', sum(d.posts), 'comments', sum(d.comments))
    into days, total from private.analytics_days(first_day) d;
  return jsonb_build_object(
    'since', first_day, 'until', today,
    'total', total,
    'days', days,
    'pages', coalesce((select jsonb_agg(to_jsonb(p)) from private.analytics_pages(first_day, 20) p), '[]'::jsonb),
    'funnel', (select jsonb_agg(to_jsonb(f)) from private.analytics_funnel(since) f),
    'retention', (select jsonb_agg(jsonb_build_object('days', n.days) || to_jsonb(r) order by n.days)
      from (values (7), (30)) n (days) cross join lateral private.analytics_retention(since, n.days) r),
    'conversions', (select jsonb_agg(to_jsonb(c)) from private.analytics_conversions(since) c),
    'vitals', coalesce((select jsonb_agg(to_jsonb(v)) from private.analytics_vitals(first_day) v), '[]'::jsonb),
    'suspicions', coalesce((select jsonb_agg(to_jsonb(s)) from private.analytics_suspicions(since) s), '[]'::jsonb));
end $$;
comment on function private.admin_analytics_page(date) is 'As public.admin_analytics_page().';
grant execute on function private.admin_analytics_page(date) to authenticated;

create function public.admin_analytics_page(p_since date default private.berlin_day(now()) - 29) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.admin_analytics_page(p_since)
$$;
comment on function public.admin_analytics_page(date) is
  'RPC for admins: aggregates about people who consented, since a day (by default 30 days ago, at most 90).';
revoke all on function public.admin_analytics_page(date) from public, anon, authenticated;
grant execute on function public.admin_analytics_page(date) to authenticated;
