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

revoke all on private.analytics_daily_types from public, anon, authenticated, service_role;

create table private.analytics_daily_visits (
  day date primary key,
  visitors integer not null,
  sessions integer not null,
  begun integer not null,
  guests integer not null,
  guests_begun integer not null
);
comment on table private.analytics_daily_visits is 'Visits of a closed Berlin day, as private.count_visits(). Its last day is the last that is closed.';

revoke all on private.analytics_daily_visits from public, anon, authenticated, service_role;

create table private.analytics_daily_pages (
  day date not null,
  path text not null,
  views integer not null,
  primary key (day, path)
);
comment on table private.analytics_daily_pages is 'Page views of a closed Berlin day by path, as private.count_pages().';

revoke all on private.analytics_daily_pages from public, anon, authenticated, service_role;

create table private.analytics_daily_vitals (
  day date not null,
  name text not null,
  bucket smallint not null,
  samples integer not null,
  primary key (day, name, bucket)
);
comment on table private.analytics_daily_vitals is 'Web vitals of a closed Berlin day, as private.count_vitals().';

revoke all on private.analytics_daily_vitals from public, anon, authenticated, service_role;

-- A view, because a function with a search_path is not inlined and would be called for every row.
create view private.counted_events with (security_invoker = on) as
select e.event_type, e.user_id, e.session_id, e.page_path, e.metadata, e.created_at,
  (e.created_at at time zone 'Europe/Berlin')::date as day
from public.analytics_events e where e.month <> 'infinity';
comment on view private.counted_events is 'Events without the log of staff, with their Berlin day.';

revoke all on private.counted_events from public, anon, authenticated, service_role;

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
  insert into private.analytics_daily_types (day, event_type, events, unique_sessions) select day, event_type, events, unique_sessions from private.count_types(first_day, last_day);
  insert into private.analytics_daily_pages (day, path, views) select day, path, views from private.count_pages(first_day, last_day);
  insert into private.analytics_daily_vitals (day, name, bucket, samples) select day, name, bucket, samples from private.count_vitals(first_day, last_day);
  insert into private.analytics_daily_visits (day, visitors, sessions, begun, guests, guests_begun)
    select d.day, coalesce(v.visitors, 0), coalesce(v.sessions, 0), coalesce(v.begun, 0), coalesce(v.guests, 0), coalesce(v.guests_begun, 0)
    from (select first_day + n as day from generate_series(0, last_day - first_day) n) d
    left join private.count_visits(first_day, last_day) v on v.day = d.day;
  return last_day - first_day + 1;
end $$;
comment on function private.roll_up_analytics() is 'Job (20 1 * * *): counts the days that closed since its last run; returns how many. Counts are deleted after 90 days, like the events.';
grant execute on function private.roll_up_analytics() to service_role;

create function private.first_open_day(since date) returns date
language sql stable set search_path = '' as $$
  select greatest(since, (select max(v.day) + 1 from private.analytics_daily_visits v))
$$;
comment on function private.first_open_day(date) is 'The first day from `since` on that private.roll_up_analytics() has not counted.';
