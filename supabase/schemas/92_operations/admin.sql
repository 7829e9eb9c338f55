-- The page "Betrieb" --------------------------------------------------------------------------------------------------

create function private.minutes_together(since timestamptz, until timestamptz)
returns table (at timestamptz, processes integer,
  requests integer, p50 integer, p95 integer, ok integer, wrong integer, failed integer, refused integer,
  slow integer, unlogged integer, lost integer, queue integer, statements integer, database_ms integer,
  statement_p95 integer, statement_max integer, session_p95 integer, session_max integer, sockets integer,
  live integer, live_p95 integer, jobs integer, jobs_failed integer, mails_sent integer, mails_failed integer,
  mails_waiting integer, loop_p99 integer, loop_max integer, cpu integer, rss integer)
language sql stable set search_path = '' as $$
  select m.at, count(*)::integer,
    sum(m.requests)::integer as requests, max(m.p50) as p50, max(m.p95) as p95, sum(m.ok)::integer as ok,
    sum(m.wrong)::integer as wrong, sum(m.failed)::integer as failed, sum(m.refused)::integer as refused,
    sum(m.slow)::integer as slow, sum(m.unlogged)::integer as unlogged, sum(m.lost)::integer as lost,
    sum(m.queue)::integer as queue, sum(m.statements)::integer as statements,
    sum(m.database_ms)::integer as database_ms, max(m.statement_p95) as statement_p95,
    max(m.statement_max) as statement_max, max(m.session_p95) as session_p95, max(m.session_max) as session_max,
    sum(m.sockets)::integer as sockets, sum(m.live)::integer as live, max(m.live_p95) as live_p95,
    sum(m.jobs)::integer as jobs, sum(m.jobs_failed)::integer as jobs_failed,
    sum(m.mails_sent)::integer as mails_sent, sum(m.mails_failed)::integer as mails_failed,
    max(m.mails_waiting) as mails_waiting, max(m.loop_p99) as loop_p99, max(m.loop_max) as loop_max, max(m.cpu) as cpu, max(m.rss) as rss
  from private.server_minutes m where m.at >= since and m.at < until group by m.at
$$;
comment on function private.minutes_together(timestamptz, timestamptz) is
  'Minutes of all processes together: counts added up, times, CPU and memory of the worst.';

create function private.minute_kinds(of_minute timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_object_agg(k.key, jsonb_build_object('n', k.n, 'p50', k.p50, 'p95', k.p95)), '{}')
  from (
    select e.key, sum((e.value ->> 0)::integer) as n, max((e.value ->> 1)::integer) as p50, max((e.value ->> 2)::integer) as p95
    from private.server_minutes m, json_each(m.kinds) e where m.at = of_minute group by e.key
  ) k
$$;
comment on function private.minute_kinds(timestamptz) is 'Answers of a minute by kind of address, of all processes: {kind: {n, p50, p95}}.';

create function private.admin_operations_page(hours integer, picked timestamptz) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  step constant interval := make_interval(mins => case when hours <= 1 then 1 when hours <= 24 then 10 else 120 end);
  until constant timestamptz := now();
  since constant timestamptz := date_bin(step, now() - make_interval(hours => least(greatest(hours, 1), 336)), 'epoch');
  minute constant timestamptz := date_trunc('minute', picked);
begin
  perform private.require_admin();
  return jsonb_build_object(
    'since', since,
    'until', until,
    'step_minutes', extract(epoch from step)::integer / 60,
    'points', (
      select coalesce(jsonb_agg(to_jsonb(p) order by p.at), '[]') from (
        select date_bin(step, m.at, 'epoch') as at, max(m.requests) as requests, max(m.p95) as p95,
          sum(m.failed)::integer as failed, sum(m.refused)::integer as refused, max(m.statement_max) as statement_max,
          max(m.session_max) as session_max, max(m.sockets) as sockets, max(m.loop_max) as loop_max,
          (array_agg(m.at order by m.p95 desc, m.at))[1] as worst
        from private.minutes_together(since, until) m group by 1) p),
    'around', case when minute is null then '[]' else (
      select coalesce(jsonb_agg(to_jsonb(m) order by m.at), '[]')
      from private.minutes_together(minute - interval '10 minutes', minute + interval '11 minutes') m) end,
    'kinds', private.minute_kinds(minute));
end $$;
comment on function private.admin_operations_page(integer, timestamptz) is 'As public.admin_operations_page().';
grant execute on function private.admin_operations_page(integer, timestamptz) to authenticated, service_role;

create function public.admin_operations_page(p_hours integer default 24, p_at timestamptz default null) returns jsonb
language sql stable set search_path = '' as $$ select private.admin_operations_page(p_hours, p_at) $$;
comment on function public.admin_operations_page(integer, timestamptz) is
  'RPC for admins: {since, until, step_minutes, points, around, kinds}: what the last hours (at most 336) were like, and each minute from ten before to ten after the one at p_at.';
grant execute on function public.admin_operations_page(integer, timestamptz) to authenticated, service_role;
