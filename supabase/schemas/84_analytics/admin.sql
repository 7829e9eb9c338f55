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
    'sources', (select coalesce(jsonb_agg(to_jsonb(o)), '[]'::jsonb) from private.analytics_sources(since, 20) o),
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
grant execute on function public.admin_analytics_page(date) to authenticated, service_role;

-- Where visits come from (docs/decisions/078-visit-sources.md) --------------------------------------------------------

create function private.analytics_sources(since timestamptz, most integer) returns table (source text, visits bigint)
language sql stable set search_path = '' as $$
  -- Anybody may send events: what is no host is not shown.
  select case when e.metadata ->> 'source' ~ '^[a-z0-9.-]{1,100}$' then e.metadata ->> 'source' end, count(distinct e.session_id)
  from private.counted_events e
  where e.created_at >= since and e.event_type = 'session_start' and e.session_id is not null
  group by 1 order by 2 desc, 1 limit most
$$;
comment on function private.analytics_sources(timestamptz, integer) is
  'Visits since an instant by the host they came from, most first; null: opened directly, or not told.';
