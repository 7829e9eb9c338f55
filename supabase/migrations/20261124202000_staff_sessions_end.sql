-- Sessions of staff end ---------------------------------------------------------------------------------------------------

-- A member stays signed in for months. A forgotten session of staff, second factor included, is the whole admin area, so it
-- ends 12 hours after it was last renewed and 30 days after it began (docs/decisions/034-staff-second-factor.md).
-- `auth.sessions.not_after` is GoTrue's own end of a session: it refuses to renew it from then on, and session_aal() to accept
-- its tokens. Should this job stop, sessions of staff end: nothing is left open.
create function private.limit_staff_sessions() returns void
language sql security definer set search_path = '' as $$
  update auth.sessions s set not_after = bound.ends
  from public.profiles p, auth.sessions own,
    -- GoTrue stores refreshed_at without a time zone, in UTC.
    lateral (select least(own.created_at + interval '30 days',
      coalesce(own.refreshed_at at time zone 'UTC', own.created_at) + interval '12 hours') as ends) bound
  where p.role in ('moderator', 'admin') and own.user_id = p.id and s.id = own.id
    and (s.not_after is null or s.not_after > now()) and s.not_after is distinct from bound.ends;
  -- Who left the team is a member again.
  update auth.sessions s set not_after = null from public.profiles p
  where p.id = s.user_id and p.role = 'user' and s.not_after > now();
$$;
comment on function private.limit_staff_sessions() is
  'Job: sessions of staff end 12 hours after their last renewal and 30 days after they began; those of members do not.';

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
    execute format('select cron.schedule(%L, %L, %L)', 'hot_' || job.name, job.pattern, format('select private.%I()', job.name));
    scheduled := scheduled + 1;
  end loop;
  return scheduled;
end $$;
comment on function private.schedule_jobs() is 'Hands the jobs to pg_cron, returns how many; 0 where there is no pg_cron. Call it again after installing the extension.';
select private.schedule_jobs();
