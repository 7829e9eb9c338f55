-- When jobs run -----------------------------------------------------------------------------------------------------------

-- Each of several web servers on one database wakes up for each job. An advisory lock kept them from running it at the same
-- moment, not one after the other: both ran a job that takes a few milliseconds. The last start is kept here and claimed, so
-- that one of them runs it; and how it ended, for all of them to report.
create table private.jobs (
  name text primary key,
  last_started_at timestamptz not null,
  last_succeeded_at timestamptz,
  last_failed_at timestamptz,
  last_error text check (char_length(last_error) <= 500),
  last_duration_ms integer
);
comment on table private.jobs is 'When each job of the installation last began and how it ended; one that never ran has no row.';
comment on column private.jobs.last_error is 'Of the last failure; a later success leaves it, compare the times.';
comment on column private.jobs.last_duration_ms is 'Of the last run, whether it succeeded or failed.';

create function private.claim_job(job text, slot timestamptz) returns boolean
language sql security definer set search_path = '' as $$
  with claimed as (
    insert into private.jobs as j (name, last_started_at) values (job, greatest(clock_timestamp(), slot))
    on conflict (name) do update set last_started_at = excluded.last_started_at where j.last_started_at < slot
    returning 1
  )
  select exists (select from claimed)
$$;
comment on function private.claim_job(text, timestamptz) is
  'Whether the caller is to run this job for this moment of its schedule: once for all servers. A server whose clock is ahead claims for the moment itself.';

create function private.note_job(job text, duration_ms integer, problem text) returns void
language sql security definer set search_path = '' as $$
  insert into private.jobs as j (name, last_started_at, last_succeeded_at, last_failed_at, last_error, last_duration_ms)
  values (job, clock_timestamp() - duration_ms * interval '1 ms', case when problem is null then clock_timestamp() end,
    case when problem is not null then clock_timestamp() end, left(problem, 500), duration_ms)
  on conflict (name) do update set
    last_succeeded_at = coalesce(excluded.last_succeeded_at, j.last_succeeded_at),
    last_failed_at = coalesce(excluded.last_failed_at, j.last_failed_at),
    last_error = coalesce(excluded.last_error, j.last_error),
    last_duration_ms = excluded.last_duration_ms
$$;
comment on function private.note_job(text, integer, text) is 'Notes how a run of a job ended; `problem` is null after success.';

create function private.run_job(job text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  began constant timestamptz := clock_timestamp();
  problem text;
begin
  -- pg_cron begins each job once; the claim notes the start, and fails only where clocks were set back.
  perform private.claim_job(job, now());
  begin
    execute format('select private.%I()', job);
  exception when query_canceled or others then
    -- Raised again, it would take the note back. pg_cron has it as a warning in the server's log.
    get stacked diagnostics problem = message_text;
    raise warning 'job % failed: %', job, problem;
  end;
  perform private.note_job(job, (extract(epoch from clock_timestamp() - began) * 1000)::integer, problem);
end $$;
comment on function private.run_job(text) is 'Runs a job for pg_cron and notes how it ended.';

create or replace function private.schedule_jobs() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  job record;
  scheduled integer := 0;
begin
  if not exists (select from pg_catalog.pg_extension where extname = 'pg_cron') then return 0; end if;
  for job in select * from (values
    ('rescore_all_stars', '7 * * * *'),
    ('snapshot_star_ranks', '15 2 * * *'),
    ('clear_timed_bans', '*/10 * * * *'),
    ('limit_staff_sessions', '*/10 * * * *'),
    ('refresh_charts', '22 * * * *'),
    ('refresh_popular', '*/5 * * * *'),
    ('apply_retention', '40 1 * * *'),
    ('expire_analytics', '30 1 * * *'),
    ('maintain_analytics_months', '35 1 * * *'),
    ('roll_up_analytics', '20 1 * * *'),
    ('clear_mails', '50 1 * * *'),
    ('clear_pushes', '55 1 * * *')
  ) as jobs (name, pattern) loop
    -- cron.schedule replaces a job of the same name.
    execute format('select cron.schedule(%L, %L, %L)', 'hot_' || job.name, job.pattern, format('select private.run_job(%L)', job.name));
    scheduled := scheduled + 1;
  end loop;
  return scheduled;
end $$;
select private.schedule_jobs();

revoke all on private.jobs from public, anon, authenticated, service_role;
revoke execute on function private.claim_job(text, timestamptz), private.note_job(text, integer, text), private.run_job(text)
  from public, anon, authenticated, service_role;
