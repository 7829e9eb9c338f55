-- Mails ---------------------------------------------------------------------------------------------------------------

-- Mails of the site itself; GoTrue sends those of accounts. They wait here for the web server, which alone knows the mail server, and
-- are written in the same transaction as what they report.
create table private.mail_outbox (
  id bigint generated always as identity primary key,
  recipient text not null check (recipient ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and char_length(recipient) <= 254),
  template text not null check (template in ('report_confirmation', 'report_outcome')),
  data jsonb not null check (jsonb_typeof(data) = 'object' and octet_length(data::text) <= 8000),
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  last_error text check (char_length(last_error) <= 200),
  sent_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table private.mail_outbox is 'Mails that wait for the web server; rows are deleted after 7 days, their values once they are sent.';
comment on column private.mail_outbox.data is 'Values of the template (supabase/site-mails). Cleared once sent, because they may hold a working link.';
create index mail_outbox_waiting on private.mail_outbox (next_try_at, id) where sent_at is null and tries < 10;
create index mail_outbox_created_at on private.mail_outbox (created_at);

create function private.mail_values(template text) returns text[]
language sql immutable strict parallel safe set search_path = '' as $$
  select case template
    -- target: 'Beitrag' or 'Kommentar'; path: what the button opens, on this site
    when 'report_confirmation' then '{target,reason,path}'::text[]
    -- outcome: one or two German sentences on what the team decided
    when 'report_outcome' then '{target,reason,outcome}'::text[]
  end
$$;
comment on function private.mail_values(text) is 'The values a template needs; null for an unknown template.';

create function private.send_mail(recipient text, template text, data jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare wanted constant text[] := private.mail_values(template);
begin
  if wanted is null or not data ?& wanted or exists (select from unnest(wanted) w where coalesce(btrim(data ->> w), '') = '') then
    raise exception 'Mail % braucht die Werte %.', template, wanted using errcode = '22023', hint = 'mail_values';
  end if;
  insert into private.mail_outbox (recipient, template, data) values (lower(btrim(recipient)), template, data);
end $$;
comment on function private.send_mail(text, text, jsonb) is
  'Puts a mail into the outbox. Templates and their values: report_confirmation {target, reason, path}, report_outcome {target, reason, outcome}. For definer functions only.';

create function private.claim_mails(wanted integer) returns jsonb
language sql security definer set search_path = '' as $$
  with due as (
    select o.id from private.mail_outbox o
    where o.sent_at is null and o.tries < 10 and o.next_try_at <= now()
    order by o.next_try_at, o.id limit least(greatest(wanted, 1), 100)
    for update skip locked
  ), taken as (
    -- 2, 4, 8 … minutes, at most 12 hours: if the server dies meanwhile, the mail becomes due again by itself.
    update private.mail_outbox o set tries = o.tries + 1,
        next_try_at = now() + least(interval '1 minute' * power(2, o.tries + 1), interval '12 hours')
      from due where o.id = due.id
      returning o.id, o.recipient, o.template, o.data
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'recipient', t.recipient, 'template', t.template, 'data', t.data)
    order by t.id), '[]'::jsonb) from taken t
$$;
comment on function private.claim_mails(integer) is 'Takes mails that are due, so that of several servers one sends each.';

create function private.settle_mail(mail bigint, problem text) returns void
language sql security definer set search_path = '' as $$
  update private.mail_outbox o set
      sent_at = case when problem is null then now() end,
      data = case when problem is null then '{}' else o.data end,
      last_error = left(problem, 200)
    where o.id = mail and o.sent_at is null
$$;
comment on function private.settle_mail(bigint, text) is 'A mail was sent (problem null), or was not.';
grant execute on function private.claim_mails(integer), private.settle_mail(bigint, text) to service_role;

create function public.claim_mails(p_limit integer default 20) returns jsonb
language sql set search_path = '' as $$ select private.claim_mails(p_limit) $$;
comment on function public.claim_mails(integer) is 'RPC for the web server (secret key): mails to send now, [{id, recipient, template, data}].';

create function public.settle_mail(p_id bigint, p_problem text default null) returns void
language sql set search_path = '' as $$ select private.settle_mail(p_id, p_problem) $$;
comment on function public.settle_mail(bigint, text) is 'RPC for the web server (secret key): a claimed mail was sent, or what was in the way.';
revoke all on function public.claim_mails(integer), public.settle_mail(bigint, text) from public, anon, authenticated;
grant execute on function public.claim_mails(integer), public.settle_mail(bigint, text) to service_role;

create function private.clear_mails() returns void
language sql security definer set search_path = '' as $$
  delete from private.mail_outbox where created_at < now() - interval '7 days';
  delete from private.report_senders where sent_at < now() - interval '1 day';
  -- Also erases the e-mail addresses of guests who never confirmed them.
  delete from public.reports where confirmed_at is null and created_at < now() - interval '7 days';
  -- Six months is how long an outcome can be appealed.
  update public.reports set reporter_name = null, reporter_email = null
    where status <> 'pending' and resolved_at < now() - interval '6 months' and reporter_email is not null;
$$;
comment on function private.clear_mails() is
  'Daily job: mails of the outbox, and reports of guests that nobody confirmed, after 7 days; name and address of guests 6 months after the decision.';
grant execute on function private.clear_mails() to service_role;

-- Realtime ------------------------------------------------------------------------------------------------------------

-- Clients may subscribe to own notifications, reactions of others, and the counters of what is on the screen. Row-level security of
-- each table decides who receives a change; votes themselves are not published.
do $$
begin
  -- Supabase and the embedded backend have the publication; a bare database does not.
  if not exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end $$;

alter publication supabase_realtime add table
  public.notifications, public.post_reactions, public.comments, public.comment_reactions, public.community_posts, public.post_rumors,
  public.poll_options, public.star_scores;

-- Jobs ----------------------------------------------------------------------------------------------------------------

-- Jobs are functions without arguments in `private`. pg_cron calls them where it is installed, otherwise the web server's scheduler.

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
  -- 30 days (docs/product/notifications.md). Decisions of the team are kept as long as they can be appealed.
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

-- cron.* is named in strings only, because the extension is not always installed. Times of day are UTC, as in pg_cron.
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
