-- Where visits come from (docs/decisions/078-visit-sources.md) ------------------------------------------------------------------------

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

create or replace function private.admin_analytics_page(wanted date) returns jsonb
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
