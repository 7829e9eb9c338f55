-- RPC of specification §7. Row-level security would have every row asked about its reader; the question is put once instead.
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
  'RPC for admins: events and distinct sessions by Berlin day and type since a day, 30 days unless told otherwise; without the log of staff.';
revoke all on function public.get_analytics_summary(date) from public, anon, authenticated;
grant execute on function public.get_analytics_summary(date) to authenticated, service_role;
