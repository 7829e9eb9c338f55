-- /admin/analytics. Shape: domain/src/contract/admin/analytics.ts.
create function private.admin_analytics_page(wanted date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  today constant date := private.berlin_day(now());
  -- Older ones are deleted (private.expire_analytics()).
  first_day constant date := greatest(least(wanted, today), today - 89);
  since constant timestamptz := first_day::timestamp at time zone 'Europe/Berlin';
  days jsonb;
  total jsonb;
begin
  perform private.require_admin();
  select jsonb_agg(to_jsonb(d) - '{begun,guests,guests_begun}'::text[] order by d.day),
    -- A visit over midnight is one visit: of the days after the first only what began on them.
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
  'RPC for admins: what people who agreed to be counted did since a day (30 days unless told otherwise, 90 at most), aggregates only.';
revoke all on function public.admin_analytics_page(date) from public, anon, authenticated;
grant execute on function public.admin_analytics_page(date) to authenticated;
