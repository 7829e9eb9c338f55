-- Retention that keeps up ------------------------------------------------------------------------------------------------

-- A run deleted 200,000 events, once a day: what an installation counted beyond that stayed until its month was dropped, up to
-- 121 days instead of 90. Now a run is limited by time and follows every ten minutes.
create function private.expire_within(budget interval, batch integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  ends constant timestamptz := clock_timestamp() + budget;
  gone integer;
  total integer := 0;
begin
  loop
    delete from public.analytics_events e using (
        select id, month from public.analytics_events
        where created_at < now() - interval '90 days' and month <> 'infinity' limit batch) old
      where e.id = old.id and e.month = old.month;
    get diagnostics gone = row_count;
    total := total + gone;
    exit when gone < batch or clock_timestamp() > ends;
  end loop;
  loop
    delete from public.user_sessions where id in (
      select id from public.user_sessions where session_start < now() - interval '90 days' limit batch);
    get diagnostics gone = row_count;
    total := total + gone;
    exit when gone < batch or clock_timestamp() > ends;
  end loop;
  return total;
end $$;
comment on function private.expire_within(interval, integer) is
  'Part of private.expire_analytics(): deletes expired events and visits in batches until none is left or the time is over. Returns how many.';

-- Short, because on the embedded database everybody waits for a statement.
create or replace function private.expire_analytics() returns integer
language sql security definer set search_path = '' as $$ select private.expire_within('5 seconds', 20000) $$;
comment on function private.expire_analytics() is
  'Job, every ten minutes: deletes events and visits after 90 days, for five seconds at most; never the log of staff. Returns how many.';
revoke execute on function private.expire_within(interval, integer) from public, anon, authenticated, service_role;

create or replace function private.schedule_jobs() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  job record;
  statement text;
  scheduled integer := 0;
begin
  if not exists (select from pg_catalog.pg_extension where extname = 'pg_cron') then return 0; end if;
  for job in select * from (values
    ('deliver_notifications', '5 seconds'),
    ('fold_counts', '5 seconds'),
    ('fold_star_scores', '* * * * *'),
    ('rescore_all_stars', '7 * * * *'),
    ('snapshot_star_ranks', '15 2 * * *'),
    ('clear_timed_bans', '*/10 * * * *'),
    ('limit_staff_sessions', '*/10 * * * *'),
    ('refresh_charts', '22 * * * *'),
    ('refresh_popular', '*/5 * * * *'),
    ('apply_retention', '40 1 * * *'),
    ('expire_analytics', '*/10 * * * *'),
    ('maintain_analytics_months', '35 1 * * *'),
    ('roll_up_analytics', '20 1 * * *'),
    ('clear_mails', '50 1 * * *'),
    ('clear_pushes', '55 1 * * *'),
    ('clear_runs', '45 1 * * *')
  ) as jobs (name, pattern) loop
    -- cron.schedule replaces a job of the same name.
    statement := format('select private.run_job(%L)', job.name);
    begin
      execute format('select cron.schedule(%L, %L, %L)', 'hot_' || job.name, job.pattern, statement);
    exception when others then
      -- Before 1.5 pg_cron knows no seconds.
      if job.pattern <> '5 seconds' then raise; end if;
      execute format('select cron.schedule(%L, %L, %L)', 'hot_' || job.name, '* * * * *', statement);
    end;
    scheduled := scheduled + 1;
  end loop;
  return scheduled;
end $$;
select private.schedule_jobs();
