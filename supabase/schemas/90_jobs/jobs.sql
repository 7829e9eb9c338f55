-- Jobs ----------------------------------------------------------------------------------------------------------------

-- Jobs are functions without arguments in `private`, each beside its noun. Its comment begins with "Job (PATTERN):", by which it is
-- found and scheduled. pg_cron calls them where it is installed, otherwise the web server's scheduler (server/jobs/sql-jobs.ts).

create function private.scheduled_jobs() returns table (name text, pattern text)
language sql stable security definer set search_path = '' as $$
  select j.proname, substring(obj_description(j.oid, 'pg_proc') from '^Job \(([^)]+)\): ')
  from pg_catalog.pg_proc j
  where j.pronamespace = 'private'::regnamespace and j.pronargs = 0 and j.proowner = current_user::regrole
    and obj_description(j.oid, 'pg_proc') like 'Job (%): %'
  order by j.proname
$$;
comment on function private.scheduled_jobs() is
  'The jobs of all nouns and when they run, as pg_cron reads it: "5 seconds" or minute, hour, day, month, weekday in UTC.';

-- cron.* is named in strings only, because the extension is not always installed.
create function private.schedule_jobs() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  job record;
  statement text;
  scheduled integer := 0;
begin
  if not exists (select from pg_catalog.pg_extension where extname = 'pg_cron') then return 0; end if;
  for job in select * from private.scheduled_jobs() loop
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
comment on function private.schedule_jobs() is 'Hands the jobs to pg_cron, returns how many; 0 where there is no pg_cron. Call it again after installing the extension.';

-- When jobs run -------------------------------------------------------------------------------------------------------

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
language plpgsql set search_path = '' as $$
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

-- Jobs of a project, whenever pg_cron appears -------------------------------------------------------------------------

-- A Supabase project has pg_cron switched off until somebody switches it on, mostly after the migrations, when
-- schedule_jobs() has long found nothing. So the web server asks at its start and every hour, with its secret key.
create function private.ensure_jobs() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  scheduled integer;
  former record;
begin
  -- Two servers that ask at once would both insert a job that is not there yet.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('hot schedule jobs'));
  scheduled := private.schedule_jobs();
  if scheduled = 0 then return jsonb_build_object('cron', false, 'scheduled', 0); end if;
  -- A job that a later version has dropped would fail at every run.
  for former in execute $cron$
    select j.jobid from cron.job j where j.jobname like 'hot\_%' and to_regprocedure('private.' || substr(j.jobname, 5) || '()') is null
  $cron$ loop
    execute format('select cron.unschedule(%s::bigint)', former.jobid);
  end loop;
  return jsonb_build_object('cron', true, 'scheduled', scheduled);
end $$;
comment on function private.ensure_jobs() is
  'Hands the jobs to pg_cron and takes back those that are gone; {cron, scheduled}. May be called at any time and as often as one likes.';
grant execute on function private.ensure_jobs() to service_role;

create function public.ensure_jobs() returns jsonb
language sql set search_path = '' as $$ select private.ensure_jobs() $$;
comment on function public.ensure_jobs() is
  'RPC for the web server (secret key): the jobs are with pg_cron, where there is one; {cron, scheduled}.';
grant execute on function public.ensure_jobs() to service_role;

-- Schedule ------------------------------------------------------------------------------------------------------------

create function private.clear_runs() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from pg_catalog.pg_extension where extname = 'pg_cron') then return; end if;
  execute $run$delete from cron.job_run_details where end_time < now() - interval '3 days'$run$;
end $$;
comment on function private.clear_runs() is
  'Job (45 1 * * *): what pg_cron keeps of runs, after three days. Each job of every five seconds makes 6 million rows a year.';
grant execute on function private.clear_runs() to service_role;

-- Retention -----------------------------------------------------------------------------------------------------------

-- How long something is kept stands beside its table, in `private.retain_NOUN()`, unless it has a job of its own.
create function private.apply_retention() returns void
language plpgsql security definer set search_path = '' as $$
declare part text;
begin
  for part in select private.parts_of_nouns('retain', '', 'void') loop
    execute format('select private.%I()', part);
  end loop;
end $$;
comment on function private.apply_retention() is 'Job (40 1 * * *): what each noun keeps only for a time (private.retain_NOUN).';
grant execute on function private.apply_retention() to service_role;
