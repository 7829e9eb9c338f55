-- Jobs are functions without arguments in `private`. pg_cron calls them where it is installed, else the web server's scheduler.

create function private.clear_timed_bans() returns integer
language plpgsql security definer set search_path = '' as $$
declare cleared integer;
begin
  update public.profiles set is_banned = false where is_banned and banned_until <= now();
  get diagnostics cleared = row_count;
  return cleared;
end $$;
comment on function private.clear_timed_bans() is 'Job: takes the flag of ended timed bans away; votes and hearts count again.';

create function private.apply_retention() returns void
language sql security definer set search_path = '' as $$
  -- Specification §7: 30 days. Decisions of the team stay as long as one may complain about them.
  delete from public.notifications where created_at < now() - interval '30 days' and type not in ('warning', 'post_rejected');
  delete from public.notifications where read and created_at < now() - interval '6 months';
  delete from private.removed_comments where removed_at < now() - interval '180 days';
  delete from public.archived_posts where archived_at < now() - interval '180 days'
    or (archived_by = author_id and archived_at < now() - interval '30 days');
  update public.moderation_actions set content_excerpt = null
    where created_at < now() - interval '180 days' and content_excerpt is not null;
  delete from private.rate_counts where slot < now() - interval '10 minutes';
  delete from private.invite_guesses where guessed_at < now() - interval '1 hour';
  delete from private.sign_up_hashes where signed_up_at < now() - interval '24 hours';
$$;
comment on function private.apply_retention() is 'Daily job: retention (of events and visits: private.expire_analytics()). Removed texts 180 days (what authors deleted themselves 30), notifications 30 days, decisions of the team 6 months once read.';
grant execute on function private.clear_timed_bans(), private.apply_retention() to service_role;

-- cron.* is named in strings only: the extension is not everywhere. Times of day are UTC, as pg_cron has them.
create function private.schedule_jobs() returns integer
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
    ('refresh_charts', '22 * * * *'),
    ('refresh_popular', '*/5 * * * *'),
    ('apply_retention', '40 1 * * *'),
    ('expire_analytics', '30 1 * * *'),
    ('keep_analytics_months', '35 1 * * *'),
    ('roll_up_analytics', '20 1 * * *'),
    ('clear_mails', '50 1 * * *'),
    ('clear_pushes', '55 1 * * *')
  ) as jobs (name, pattern) loop
    -- A job of the same name is replaced.
    execute format('select cron.schedule(%L, %L, %L)', 'hot_' || job.name, job.pattern, format('select private.%I()', job.name));
    scheduled := scheduled + 1;
  end loop;
  return scheduled;
end $$;
comment on function private.schedule_jobs() is 'Hands the jobs to pg_cron, answers how many; 0 where there is no pg_cron. Call it again after installing the extension.';
select private.schedule_jobs();
