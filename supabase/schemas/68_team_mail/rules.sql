-- What each of the team wants by mail ---------------------------------------------------------------------------------

create function private.team_mails_of(member uuid) returns private.team_mails
language plpgsql stable security definer set search_path = '' as $$
declare
  is_admin boolean;
  wishes private.team_mails;
begin
  select p.role = 'admin' into is_admin from public.profiles p where p.id = member and p.role in ('moderator', 'admin');
  if not found then return null; end if;
  select * into wishes from private.team_mails t where t.member_id = member;
  wishes.member_id := member;
  wishes.urgent := coalesce(wishes.urgent, is_admin);
  wishes.briefing := coalesce(wishes.briefing, is_admin);
  wishes.silent := coalesce(wishes.silent, '{}');
  wishes.mailed := coalesce(wishes.mailed, case when wishes.urgent then private.team_alert_kinds() else '{}' end);
  wishes.weekly := is_admin and coalesce(wishes.weekly, true);
  return wishes;
end $$;
comment on function private.team_mails_of(uuid) is 'Which mails a member of the team gets; null for others.';

create function private.own_team_mails() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare mine constant private.team_mails := private.team_mails_of(auth.uid());
begin
  perform private.require_proven();
  if not private.is_moderator() then return null; end if;
  return jsonb_build_object(
    'alerts', (select jsonb_agg(jsonb_build_object('alert', k, 'app', not k = any (mine.silent), 'mail', k = any (mine.mailed)) order by place)
      from unnest(private.team_alert_kinds()) with ordinality as listed (k, place)),
    'briefing', mine.briefing, 'weekly', case when private.is_admin() then mine.weekly end);
end $$;
comment on function private.own_team_mails() is 'See public.own_team_mails().';
grant execute on function private.own_team_mails() to authenticated;

create function public.own_team_mails() returns jsonb
language sql stable set search_path = '' as $$ select private.own_team_mails() $$;
comment on function public.own_team_mails() is
  'RPC: {alerts: [{alert, app, mail}], briefing, weekly} of the caller (weekly: null for moderators); null for whoever is not of the team, or has not shown their second factor.';
grant execute on function public.own_team_mails() to authenticated, service_role;

create function private.mail_address(member uuid) returns text
language sql stable security definer set search_path = '' as $$
  select u.email from auth.users u where u.id = member and u.email_confirmed_at is not null and not private.is_banned(u.id)
$$;
comment on function private.mail_address(uuid) is 'Where to write to a member; null when that is not known for sure.';

-- At once -------------------------------------------------------------------------------------------------------------

create function private.age_of(since timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  select case when h < 48 then jsonb_build_object('hours', h) else jsonb_build_object('days', h / 24) end
  from (select floor(extract(epoch from now() - since) / 3600)::integer as h) x
$$;
comment on function private.age_of(timestamptz) is 'How long ago: {hours}, from two days on {days}.';

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
    (select min(coalesce(r.confirmed_at, r.created_at)) from public.reports r where r.status = 'pending' and r.counts),
    (select min(a.created_at) from public.appeals a where a.status = 'pending'),
    (select min(c.held_at) from private.held_comments c where c.rejected_at is null));
  patience constant integer := (select s.alert_after_hours from public.app_settings s);
  broken constant text := (select string_agg(j.name, ', ' order by j.name) from private.jobs j
    where j.last_failed_at > now() - interval '1 day' and j.last_failed_at > coalesce(j.last_succeeded_at, '-infinity'));
  stuck constant integer := private.stuck_mails();
begin
  if oldest < now() - make_interval(hours => patience) then
    perform private.alert_team('queue', private.age_of(oldest), null, null);
  end if;
  if exists (select from private.concerns c where c.outcome is null and c.confirmed_at is not null and c.due_on <= private.berlin_day(now()) + 7) then
    perform private.alert_team('concern', '{"due": "soon"}', null, null);
  end if;
  if private.team_away_since() is not null then
    perform private.alert_team('away', private.age_of(private.last_staff_action()), null, null);
  end if;
  if broken is not null then perform private.alert_team('job', jsonb_build_object('job', left(broken, 200)), null, null); end if;
  if stuck > 0 then
    perform private.alert_team('mail', jsonb_build_object('count', stuck), null, null);
  end if;
  perform private.queue_briefings();
  delete from private.team_alerts t where t.rung_at < now() - interval '30 days';
end $$;
comment on function private.watch_team() is
  'Job (*/10 * * * *): tells the team that something waits longer than app_settings.alert_after_hours, that somebody must be answered within a week, that a job or mails fail; and sends the briefing in the morning.';
grant execute on function private.watch_team() to service_role;

-- In the morning ------------------------------------------------------------------------------------------------------

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
      'oldest', min(coalesce(r.confirmed_at, r.created_at))) from public.reports r where r.status = 'pending' and r.counts),
    'appeals', (select jsonb_build_object('count', count(*), 'oldest', min(a.created_at)) from public.appeals a where a.status = 'pending'),
    'today', coalesce((
      select jsonb_agg(jsonb_build_object('time', to_char(private.shown_time(e.event_date, e.event_time), 'HH24:MI'),
        'title', left(coalesce(e.format_name, e.title), 80), 'channel', left(coalesce(e.channel, e.streaming_platform), 40),
        'event_type', e.event_type, 'is_cancelled', e.is_cancelled) order by e.event_date, e.event_time, e.episode_number, e.id)
      from (select * from public.calendar_events x
        where x.is_occurrence and x.event_date between private.television_day() and private.television_day() + 1
          and private.television_day_of(x.event_date, x.event_time) = private.television_day()
          and not private.is_over(x.event_date, x.event_time, x.duration_minutes)
        order by x.event_date, x.event_time, x.episode_number, x.id limit 12) e), '[]'),
    'unusual', private.unusual_yesterday(),
    'broken', coalesce((select jsonb_agg(j.name order by j.name) from (select * from private.jobs x
      where x.last_failed_at > now() - interval '1 day' and x.last_failed_at > coalesce(x.last_succeeded_at, '-infinity') limit 10) j), '[]'))
$$;
comment on function private.briefing_facts() is 'What the team should know in the morning, as briefingFacts of the web server.';

create function private.gathered_alerts(address text) returns jsonb
language sql security definer set search_path = '' as $$
  with gathered as (
    -- Both have to fit into the 8,000 bytes of a mail.
    delete from private.mail_outbox o
    where o.template = 'team_alert' and o.recipient = lower(btrim(address)) and o.sent_at is null and o.tries = 0
      and o.data ? 'alerts' and octet_length(o.data::text) < 2000
    returning o.id, (o.data ->> 'alerts')::jsonb as alerts
  )
  select jsonb_build_object('alerts', coalesce(jsonb_agg(a.alert order by g.id, a.place), '[]'))
  from gathered g cross join lateral jsonb_array_elements(g.alerts) with ordinality as a (alert, place)
$$;
comment on function private.gathered_alerts(text) is 'Takes the alerts that wait for this address, as {alerts}: the briefing says them too.';

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
  if extract(isodow from today) = 1 then queued := private.queue_weekly(today - 7); end if;
  facts := private.briefing_facts();
  if facts -> 'today' = '[]' and facts -> 'unusual' = '[]' and facts -> 'broken' = '[]'
    and '0' = all (array[facts #>> '{posts,count}', facts #>> '{reports,count}', facts #>> '{appeals,count}']) then return queued; end if;
  for member in select t.id from private.team_members() as t (id) loop
    address := case when (private.team_mails_of(member)).briefing then private.mail_address(member) end;
    continue when address is null;
    perform private.send_mail(address, 'briefing', jsonb_build_object('facts', (facts || private.gathered_alerts(address))::text));
    queued := queued + 1;
  end loop;
  return queued;
end $$;
comment on function private.queue_briefings() is 'Sends the briefing to whoever of the team wants it, once each morning; returns how many.';
