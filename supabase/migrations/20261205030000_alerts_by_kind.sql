-- The team chooses by kind and way what it hears, and admins get the week by mail (docs/decisions/064-what-reaches-the-team.md) -----

alter table private.team_mails add column silent text[] not null default '{}', add column mailed text[], add column weekly boolean;
comment on column private.team_mails.silent is 'Kinds of alerts that are no notification.';
comment on column private.team_mails.mailed is 'Kinds of alerts that come by mail; null: all, or none without urgent.';
comment on column private.team_mails.weekly is 'Whether the figures of the week come by mail on Mondays, for admins; null: yes.';

create function private.team_alert_kinds() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select '{illegal_content,false_claim,privacy,appeal,answer,star_door,queue,away,job,mail}'::text[]
$$;
comment on function private.team_alert_kinds() is 'What the team is told of, as teamAlerts of domain; a test compares.';

create or replace function private.team_mails_of(member uuid) returns private.team_mails
language sql stable security definer set search_path = '' as $$
  select row(p.id, coalesce(t.urgent, p.role = 'admin'), coalesce(t.briefing, p.role = 'admin'), coalesce(t.silent, '{}'),
    coalesce(t.mailed, case when coalesce(t.urgent, p.role = 'admin') then private.team_alert_kinds() else '{}' end),
    p.role = 'admin' and coalesce(t.weekly, true))::private.team_mails
  from public.profiles p left join private.team_mails t on t.member_id = p.id
  where p.id = member and p.role in ('moderator', 'admin')
$$;

create or replace function private.own_team_mails() returns jsonb
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
comment on function public.own_team_mails() is
  'RPC: {alerts: [{alert, app, mail}], briefing, weekly} of the caller (weekly: null for moderators); null for whoever is not of the team, or has not shown their second factor.';

drop function public.admin_set_team_mails(boolean, boolean);
drop function private.set_team_mails(boolean, boolean);
create function private.set_team_mails(alerts jsonb, briefing boolean, weekly boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  kinds constant text[] := private.team_alert_kinds();
  silent constant text[] := array(select k from unnest(kinds) k where alerts -> k ->> 'app' = 'false');
  mailed constant text[] := array(select k from unnest(kinds) k where alerts -> k ->> 'mail' = 'true');
begin
  perform private.require_moderator();
  insert into private.team_mails (member_id, urgent, briefing, silent, mailed, weekly)
    values (auth.uid(), mailed <> '{}', coalesce(set_team_mails.briefing, false), silent, mailed, set_team_mails.weekly)
    on conflict (member_id) do update set urgent = excluded.urgent, briefing = excluded.briefing, silent = excluded.silent,
      mailed = excluded.mailed, weekly = coalesce(excluded.weekly, team_mails.weekly);
end $$;
comment on function private.set_team_mails(jsonb, boolean, boolean) is 'Stores what the caller is told of, and how.';

create function public.admin_set_team_mails(p_alerts jsonb, p_briefing boolean, p_weekly boolean default null) returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.set_team_mails(p_alerts, p_briefing, p_weekly);
  return private.own_team_mails();
end $$;
comment on function public.admin_set_team_mails(jsonb, boolean, boolean) is
  'RPC for the team: what the caller is told of, {kind: {app, mail}}, and which regular mails come; answers own_team_mails.';
revoke all on function public.admin_set_team_mails(jsonb, boolean, boolean), private.set_team_mails(jsonb, boolean, boolean),
  private.team_alert_kinds() from public, anon;
grant execute on function public.admin_set_team_mails(jsonb, boolean, boolean), private.set_team_mails(jsonb, boolean, boolean) to authenticated;

create or replace function private.alert_team(alert text, title text, about uuid, actor uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  member uuid;
  wishes private.team_mails;
  address text;
begin
  -- A crowd that reports the same thing, or one member who appeals twice, rings once a day.
  insert into private.team_alerts as t (alert, about) values (alert_team.alert, alert_team.about)
    on conflict on constraint team_alerts_alert_about_key do update set rung_at = now() where t.rung_at < now() - interval '24 hours';
  if not found then return; end if;
  for member in select t.id from private.team_members() as t (id) where t.id is distinct from actor loop
    wishes := private.team_mails_of(member);
    if not alert = any (wishes.silent) then
      perform private.notify(member, 'team_alert', title, title || '.', jsonb_build_object('alert', alert), target => about);
    end if;
    address := case when alert = any (wishes.mailed) then private.mail_address(member) end;
    if address is not null then perform private.send_mail(address, 'team_alert', jsonb_build_object('alert', alert, 'title', title)); end if;
  end loop;
end $$;

create or replace function private.watch_team() returns void
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
  if private.team_away_since() is not null then
    perform private.alert_team('away', 'Seit ' || private.hours_since(private.last_staff_action()) || ' hat niemand aus dem Team etwas getan', null, null);
  end if;
  if broken is not null then perform private.alert_team('job', 'Im Hintergrund scheitert: ' || left(broken, 200), null, null); end if;
  if stuck > 0 then
    perform private.alert_team('mail', case stuck when 1 then 'Eine Mail kommt nicht an' else stuck || ' Mails kommen nicht an' end, null, null);
  end if;
  perform private.queue_briefings();
  delete from private.team_alerts t where t.rung_at < now() - interval '30 days';
end $$;

-- The week ---------------------------------------------------------------------------------------------------------------------

create function private.week_of(monday date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('monday', week_of.monday, 'now', private.week_figures(w.since, w.until), 'before', private.week_figures(w.before, w.since),
    'top', private.week_tops(w.since, w.until))
  from (select monday::timestamp at time zone 'Europe/Berlin' as since, (monday + 7)::timestamp at time zone 'Europe/Berlin' as until,
    (monday - 7)::timestamp at time zone 'Europe/Berlin' as before) w
$$;
comment on function private.week_of(date) is 'The week that begins with this Monday beside the one before, as adminWeek of domain.';
revoke execute on function private.week_of(date) from public, anon;

create function private.week_views(monday date) returns jsonb
language sql stable security definer set search_path = '' as $$
  with seen as materialized (
    select e.event_type, e.target_id::uuid as target, count(*) as views
    from public.analytics_events e
    where e.event_type in ('post_view', 'star_view', 'format_view') and e.target_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      and e.created_at >= week_views.monday::timestamp at time zone 'Europe/Berlin'
      and e.created_at < (week_views.monday + 7)::timestamp at time zone 'Europe/Berlin'
    group by 1, 2
  )
  select jsonb_build_object(
    'posts', coalesce((select jsonb_agg(x.hit || jsonb_build_object('views', x.views) order by x.views desc, x.target) from (
      select h.hit, s.views, s.target from seen s join public.community_posts p on p.id = s.target and p.status = 'approved'
      join private.post_hits h on h.id = s.target where s.event_type = 'post_view' order by s.views desc, s.target limit 5) x), '[]'::jsonb),
    'stars', coalesce((select jsonb_agg(jsonb_build_object('star', x.ref, 'views', x.views) order by x.views desc, x.target) from (
      select c.ref, s.views, s.target from seen s join private.star_cards c on c.id = s.target
      where s.event_type = 'star_view' order by s.views desc, s.target limit 5) x), '[]'::jsonb),
    'formats', coalesce((select jsonb_agg(jsonb_build_object('format', x.ref, 'views', x.views) order by x.views desc, x.target) from (
      select f.ref, s.views, s.target from seen s join private.format_refs f on f.id = s.target
      where s.event_type = 'format_view' order by s.views desc, s.target limit 5) x), '[]'::jsonb))
$$;
comment on function private.week_views(date) is 'What was opened most in the week of this Monday by those who agreed to being counted, five of each kind.';
revoke execute on function private.week_views(date) from public, anon;

create or replace function private.admin_week(any_day date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  -- Weeks are from Monday to Sunday in Berlin.
  monday constant date := date_trunc('week', coalesce(any_day, private.berlin_day(now()) - 7))::date;
begin
  perform private.require_admin();
  if monday not between '2000-01-03' and '2100-01-04' then perform private.refuse('Diese Woche gibt es nicht.', 'week_invalid'); end if;
  return private.week_of(monday) || jsonb_build_object('views', private.week_views(monday));
end $$;

create function private.queue_weekly(monday date) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  facts constant jsonb := private.week_of(monday);
  member uuid;
  address text;
  queued integer := 0;
begin
  for member in select t.id from private.team_members() as t (id) loop
    address := case when (private.team_mails_of(member)).weekly then private.mail_address(member) end;
    continue when address is null;
    perform private.send_mail(address, 'weekly', jsonb_build_object('facts', facts::text));
    queued := queued + 1;
  end loop;
  return queued;
end $$;
comment on function private.queue_weekly(date) is 'Sends the figures of the week that began with this Monday to the admins who want them; returns how many.';
revoke execute on function private.queue_weekly(date) from public, anon;

create or replace function private.queue_briefings() returns integer
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
    perform private.send_mail(address, 'briefing', jsonb_build_object('facts', facts::text));
    queued := queued + 1;
  end loop;
  return queued;
end $$;
