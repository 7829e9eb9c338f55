-- Jobs of a project, whenever pg_cron appears -----------------------------------------------------------------------------

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
revoke all on function private.ensure_jobs() from public;
grant execute on function private.ensure_jobs() to service_role;

create function public.ensure_jobs() returns jsonb
language sql set search_path = '' as $$ select private.ensure_jobs() $$;
comment on function public.ensure_jobs() is
  'RPC for the web server (secret key): the jobs are with pg_cron, where there is one; {cron, scheduled}.';
revoke all on function public.ensure_jobs() from public, anon, authenticated;
grant execute on function public.ensure_jobs() to service_role;
