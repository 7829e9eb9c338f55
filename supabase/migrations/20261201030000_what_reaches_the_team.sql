-- The team hears of what waits too long or fails, by mail as well (docs/decisions/064-what-reaches-the-team.md) -----------------

alter table public.app_settings add column alert_after_hours integer not null default 12 check (alert_after_hours between 1 and 168);
comment on column public.app_settings.alert_after_hours is 'After how many hours without a decision the team is told that something waits.';
grant update (alert_after_hours) on public.app_settings to authenticated;

create or replace function public.admin_settings_page() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object('signup_mode', s.signup_mode, 'extra_mail_domains', s.extra_mail_domains,
      'auto_approve_after_posts', s.auto_approve_after_posts, 'auto_approve_warning_days', s.auto_approve_warning_days,
      'posts_quota', s.posts_quota, 'votes_quota', s.votes_quota, 'alert_after_hours', s.alert_after_hours, 'updated_at', s.updated_at, 'updated_by', m.ref)
    from public.app_settings s left join private.member_refs m on m.id = s.updated_by);
end $$;

-- What each of the team wants by mail ----------------------------------------------------------------------------------------

create table private.team_mails (
  member_id uuid primary key references public.profiles on delete cascade,
  urgent boolean not null,
  briefing boolean not null
);
comment on table private.team_mails is 'Which mails about their work members of the team have chosen; without a row admins get all of them and moderators none.';
revoke all on private.team_mails from public, anon, authenticated;

create function private.team_mails_of(member uuid) returns private.team_mails
language sql stable security definer set search_path = '' as $$
  select row(p.id, coalesce(t.urgent, p.role = 'admin'), coalesce(t.briefing, p.role = 'admin'))::private.team_mails
  from public.profiles p left join private.team_mails t on t.member_id = p.id
  where p.id = member and p.role in ('moderator', 'admin')
$$;
comment on function private.team_mails_of(uuid) is 'Which mails a member of the team gets; no row for others.';

create function private.own_team_mails() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare mine constant private.team_mails := private.team_mails_of(auth.uid());
begin
  perform private.require_proven();
  return case when private.is_moderator() then jsonb_build_object('urgent', mine.urgent, 'briefing', mine.briefing) end;
end $$;
comment on function private.own_team_mails() is 'See public.own_team_mails().';

create function private.set_team_mails(urgent boolean, briefing boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  insert into private.team_mails (member_id, urgent, briefing) values (auth.uid(), coalesce(set_team_mails.urgent, false), coalesce(set_team_mails.briefing, false))
    on conflict (member_id) do update set urgent = excluded.urgent, briefing = excluded.briefing;
end $$;
comment on function private.set_team_mails(boolean, boolean) is 'Stores which mails the caller gets.';

create function public.own_team_mails() returns jsonb
language sql stable set search_path = '' as $$ select private.own_team_mails() $$;
comment on function public.own_team_mails() is 'RPC: {urgent, briefing} of the caller; null for whoever is not of the team, or has not shown their second factor.';

create function public.admin_set_team_mails(p_urgent boolean, p_briefing boolean) returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.set_team_mails(p_urgent, p_briefing);
  return private.own_team_mails();
end $$;
comment on function public.admin_set_team_mails(boolean, boolean) is 'RPC for the team: which mails about their work the caller gets; answers own_team_mails.';
revoke all on function public.own_team_mails(), public.admin_set_team_mails(boolean, boolean), private.team_mails_of(uuid),
  private.own_team_mails(), private.set_team_mails(boolean, boolean) from public, anon;
grant execute on function public.own_team_mails(), public.admin_set_team_mails(boolean, boolean), private.own_team_mails(),
  private.set_team_mails(boolean, boolean) to authenticated;

create function private.mail_address(member uuid) returns text
language sql stable security definer set search_path = '' as $$
  select u.email from auth.users u where u.id = member and u.email_confirmed_at is not null and not private.is_banned(u.id)
$$;
comment on function private.mail_address(uuid) is 'Where to write to a member; null when that is not known for sure.';
revoke execute on function private.mail_address(uuid) from public, anon;

alter table private.mail_outbox drop constraint mail_outbox_template_check;
alter table private.mail_outbox add constraint mail_outbox_template_check
  check (template in ('report_confirmation', 'report_outcome', 'recovery_code_used', 'digest', 'team_alert', 'briefing'));

create or replace function private.mail_values(template text) returns text[]
language sql immutable strict parallel safe set search_path = '' as $$
  select case template
    -- target: 'Beitrag' or 'Kommentar'; path: what the button opens, on this site
    when 'report_confirmation' then '{target,reason,path}'::text[]
    -- outcome: one or two German sentences on what the team decided
    when 'report_outcome' then '{target,reason,outcome}'::text[]
    -- left: how many codes are not used
    when 'recovery_code_used' then '{left}'::text[]
    -- items: notifications as JSON; total: how many there are; code: that of private.digests
    when 'digest' then '{items,total,code}'::text[]
    -- alert: one of the kinds of private.alert_team(); title: what happened
    when 'team_alert' then '{alert,title}'::text[]
    -- facts: private.briefing_facts() as JSON
    when 'briefing' then '{facts}'::text[]
  end
$$;

-- At once --------------------------------------------------------------------------------------------------------------------

create table private.team_alerts (
  id bigint generated always as identity primary key,
  alert text not null,
  about uuid,
  rung_at timestamptz not null default now(),
  unique nulls not distinct (alert, about)
);
comment on table private.team_alerts is 'What the team was told and when, so that each thing rings once a day; kept for 30 days.';
revoke all on private.team_alerts from public, anon, authenticated;

create or replace function private.alert_team(alert text, title text, about uuid, actor uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  member uuid;
  address text;
begin
  -- A crowd that reports the same thing, or one member who appeals twice, rings once a day.
  insert into private.team_alerts as t (alert, about) values (alert_team.alert, alert_team.about)
    on conflict on constraint team_alerts_alert_about_key do update set rung_at = now() where t.rung_at < now() - interval '24 hours';
  if not found then return; end if;
  for member in select t.id from private.team_members() as t (id) where t.id is distinct from actor loop
    perform private.notify(member, 'team_alert', title, title || '.', jsonb_build_object('alert', alert), target => about);
    address := case when (private.team_mails_of(member)).urgent then private.mail_address(member) end;
    if address is not null then perform private.send_mail(address, 'team_alert', jsonb_build_object('alert', alert, 'title', title)); end if;
  end loop;
end $$;

create function private.hours_since(since timestamptz) returns text
language sql stable set search_path = '' as $$
  select case when h < 48 then h || ' Stunden' else h / 24 || ' Tagen' end
  from (select floor(extract(epoch from now() - since) / 3600)::integer as h) x
$$;
comment on function private.hours_since(timestamptz) is 'How long ago, as "seit 14 Stunden" needs it.';

create function private.stuck_mails() returns integer
language sql stable security definer set search_path = '' as $$
  select case when count(*) filter (where not f.refused) > 0 or count(distinct f.recipient) filter (where f.refused) >= 5
    then count(*)::integer else 0 end
  from (
    -- As problemOf() of the web server notes them: these two are about one recipient, who may have mistyped their address.
    select o.recipient, coalesce(o.last_error, '') ~ '^(EENVELOPE|EMESSAGE) 5' as refused
    from private.mail_outbox o where o.sent_at is null and o.tries >= 3 and o.tried_at > now() - interval '1 day'
  ) f
$$;
comment on function private.stuck_mails() is
  'How many mails have failed three times and still do; 0 when only a few recipients are refused, which is their affair.';

create function private.watch_team() returns void
language plpgsql security definer set search_path = '' as $$
declare
  oldest constant timestamptz := least((select min(w.since) from private.waiting_posts w),
    (select min(r.confirmed_at) from public.reports r where r.status = 'pending' and r.confirmed_at is not null),
    (select min(a.created_at) from public.appeals a where a.status = 'pending'));
  patience constant integer := (select s.alert_after_hours from public.app_settings s);
  broken constant text := (select string_agg(j.name, ', ' order by j.name) from private.jobs j
    where j.last_failed_at > now() - interval '1 day' and j.last_failed_at > coalesce(j.last_succeeded_at, '-infinity'));
  stuck constant integer := private.stuck_mails();
begin
  if oldest < now() - make_interval(hours => patience) then
    perform private.alert_team('queue', 'Seit ' || private.hours_since(oldest) || ' wartet etwas auf eine Entscheidung', null, null);
  end if;
  if broken is not null then perform private.alert_team('job', 'Im Hintergrund scheitert: ' || left(broken, 200), null, null); end if;
  if stuck > 0 then
    perform private.alert_team('mail', case stuck when 1 then 'Eine Mail kommt nicht an' else stuck || ' Mails kommen nicht an' end, null, null);
  end if;
  perform private.queue_briefings();
  delete from private.team_alerts t where t.rung_at < now() - interval '30 days';
end $$;
comment on function private.watch_team() is
  'Job, every ten minutes: tells the team that something waits longer than app_settings.alert_after_hours, that a job or mails fail; and sends the briefing in the morning.';
grant execute on function private.watch_team() to service_role;

-- In the morning -------------------------------------------------------------------------------------------------------------

create table private.briefings (day date primary key);
comment on table private.briefings is 'Days whose briefing was sent, or had nothing to say; kept for 30 days.';
revoke all on private.briefings from public, anon, authenticated;

create function private.unusual_yesterday() returns jsonb
language sql stable security definer set search_path = '' as $$
  with bounds as (
    select (private.berlin_now()::date - n)::timestamp at time zone 'Europe/Berlin' as at, n from unnest('{0,1,8}'::integer[]) n
  ), days as (
    select (select at from bounds where n = 0) as today, (select at from bounds where n = 1) as yesterday, (select at from bounds where n = 8) as before
  ), counted as (
    select k.kind, k.yesterday, round(k.week / 7.0, 1) as usual from days d cross join lateral (values
      ('members', (select count(*) from public.profiles x where x.created_at >= d.yesterday and x.created_at < d.today),
        (select count(*) from public.profiles x where x.created_at >= d.before and x.created_at < d.yesterday)),
      ('posts', (select count(*) from public.community_posts x where x.created_at >= d.yesterday and x.created_at < d.today),
        (select count(*) from public.community_posts x where x.created_at >= d.before and x.created_at < d.yesterday)),
      ('comments', (select count(*) from public.comments x where x.created_at >= d.yesterday and x.created_at < d.today),
        (select count(*) from public.comments x where x.created_at >= d.before and x.created_at < d.yesterday)),
      ('reports', (select count(*) from public.reports x where x.created_at >= d.yesterday and x.created_at < d.today),
        (select count(*) from public.reports x where x.created_at >= d.before and x.created_at < d.yesterday))
    ) as k (kind, yesterday, week)
  )
  select coalesce(jsonb_agg(jsonb_build_object('kind', c.kind, 'yesterday', c.yesterday, 'usual', c.usual) order by c.kind), '[]')
  from counted c where (c.yesterday >= 10 and c.yesterday > 3 * c.usual) or (c.usual >= 10 and c.yesterday < c.usual / 3)
$$;
comment on function private.unusual_yesterday() is
  'What was three times as much, or a third, of what a day of the week before had, from ten on: [{kind, yesterday, usual}].';

create function private.briefing_facts() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'posts', (select jsonb_build_object('count', count(*), 'oldest', min(w.since)) from private.waiting_posts w),
    'reports', (select jsonb_build_object('count', count(distinct coalesce(r.target_post_id, r.target_comment_id, r.target_profile_id)),
      'oldest', min(r.confirmed_at)) from public.reports r where r.status = 'pending' and r.confirmed_at is not null),
    'appeals', (select jsonb_build_object('count', count(*), 'oldest', min(a.created_at)) from public.appeals a where a.status = 'pending'),
    'today', coalesce((
      select jsonb_agg(jsonb_build_object('time', to_char(e.event_time, 'HH24:MI'), 'title', left(coalesce(e.format_name, e.title), 80),
        'channel', left(coalesce(e.channel, e.streaming_platform), 40), 'is_cancelled', e.is_cancelled) order by e.event_time, e.id)
      from (select * from public.calendar_events x where x.is_occurrence and x.event_date = private.berlin_now()::date
        order by x.event_time, x.id limit 12) e), '[]'),
    'unusual', private.unusual_yesterday(),
    'broken', coalesce((select jsonb_agg(j.name order by j.name) from (select * from private.jobs x
      where x.last_failed_at > now() - interval '1 day' and x.last_failed_at > coalesce(x.last_succeeded_at, '-infinity') limit 10) j), '[]'))
$$;
comment on function private.briefing_facts() is 'What the team should know in the morning, as briefingFacts of the web server.';

create function private.queue_briefings() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := private.berlin_now()::date;
  facts jsonb;
  member uuid;
  address text;
  queued integer := 0;
begin
  -- A server that was down at seven makes up for it until noon.
  if extract(hour from private.berlin_now()) not between 7 and 11 then return 0; end if;
  insert into private.briefings (day) values (today) on conflict do nothing;
  if not found then return 0; end if;
  delete from private.briefings b where b.day < today - 30;
  facts := private.briefing_facts();
  if facts -> 'today' = '[]' and facts -> 'unusual' = '[]' and facts -> 'broken' = '[]'
    and '0' = all (array[facts #>> '{posts,count}', facts #>> '{reports,count}', facts #>> '{appeals,count}']) then return 0; end if;
  for member in select t.id from private.team_members() as t (id) loop
    address := case when (private.team_mails_of(member)).briefing then private.mail_address(member) end;
    continue when address is null;
    perform private.send_mail(address, 'briefing', jsonb_build_object('facts', facts::text));
    queued := queued + 1;
  end loop;
  return queued;
end $$;
comment on function private.queue_briefings() is 'Sends the briefing to whoever of the team wants it, once each morning; returns how many.';
revoke execute on function private.hours_since(timestamptz), private.stuck_mails(), private.unusual_yesterday(), private.briefing_facts(), private.queue_briefings()
  from public, anon;

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
    ('clear_runs', '45 1 * * *'),
    ('announce_broadcasts', '10 7 * * *'),
    ('announce_polls', '* * * * *'),
    ('queue_digests', '*/5 * * * *'),
    ('watch_team', '*/10 * * * *')
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

-- Export ---------------------------------------------------------------------------------------------------------------------

create or replace function private.export_ties(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'private.member_blocks', (select jsonb_agg(jsonb_build_object('nickname', p.nickname, 'kind', b.kind, 'created_at', b.created_at) order by b.created_at)
      from private.member_blocks b join public.public_profiles p on p.id = b.other_id where b.member_id = me),
    'private.follows', (select jsonb_agg(jsonb_build_object('type', f.target_type, 'title', private.followed_thing(f.target_type, f.target_id) ->> 'title',
        'channel', f.channel, 'created_at', f.created_at) order by f.created_at) from private.follows f where f.member_id = me),
    'private.rumor_hits', (select jsonb_agg(jsonb_build_object('rumor', p.title, 'vote', h.vote, 'hit', h.hit, 'decided_at', h.decided_at) order by h.decided_at)
      from private.rumor_hits h join public.community_posts p on p.id = h.post_id where h.member_id = me),
    'private.digests', (select jsonb_agg(to_jsonb(d) - '{member_id,code}'::text[]) from private.digests d where d.member_id = me),
    'private.team_mails', (select jsonb_agg(to_jsonb(t) - 'member_id') from private.team_mails t where t.member_id = me),
    'private.hit_rates', (select jsonb_agg(to_jsonb(r) - 'member_id') from private.hit_rates r where r.member_id = me))
$$;
