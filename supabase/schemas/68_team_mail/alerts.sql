-- The team hears at once of what cannot wait --------------------------------------------------------------------------

-- By mail the first alert leaves at once; what follows within the hour gathers in one mail, which leaves when the hour is over.

create function private.mail_alert(address text, told jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Room for one more: values of a mail have 8,000 bytes.
  update private.mail_outbox o set data = jsonb_build_object('alerts', ((o.data ->> 'alerts')::jsonb || told)::text)
    where o.template = 'team_alert' and o.recipient = lower(btrim(address)) and o.sent_at is null and o.tries = 0
      and o.data ? 'alerts' and octet_length(o.data::text) < 6500;
  if found then return; end if;
  perform private.send_mail(address, 'team_alert', jsonb_build_object('alerts', jsonb_build_array(told)::text));
end $$;
comment on function private.mail_alert(text, jsonb) is 'Mails an alert {alert, title}, together with those that still wait for the same recipient.';

create function private.alert_team(alert text, facts jsonb, about uuid, actor uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  member uuid;
  wishes private.team_mails;
  address text;
  told constant jsonb := facts || jsonb_build_object('alert', alert);
begin
  -- A crowd that reports the same thing, or one member who appeals twice, rings once a day.
  insert into private.team_alerts as t (alert, about) values (alert_team.alert, alert_team.about)
    on conflict on constraint team_alerts_alert_about_key do update set rung_at = now() where t.rung_at < now() - interval '24 hours';
  if not found then return; end if;
  for member in select t.id from private.team_members() as t (id) where t.id is distinct from actor loop
    wishes := private.team_mails_of(member);
    if not alert = any (wishes.silent) then
      perform private.tell(member, 'team_alert', told, target => about);
    end if;
    address := case when alert = any (wishes.mailed) then private.mail_address(member) end;
    if address is not null then
      perform private.mail_alert(address, jsonb_build_object('alert', alert, 'title', (private.wording('team_alert', told, null, 1)).title));
    end if;
  end loop;
end $$;
comment on function private.alert_team(text, jsonb, uuid, uuid) is 'Tells everybody of the team, except whoever did it, once a day for each thing.';

create function private.alert_of_report() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not new.counts or new.status <> 'pending' or new.reason not in ('illegal_content', 'false_claim', 'privacy') then
    return null;
  end if;
  perform private.alert_team(new.reason, '{}', coalesce(new.target_post_id, new.target_comment_id, new.target_profile_id), new.reporter_id);
  return null;
end $$;
comment on function private.alert_of_report() is 'Trigger: the team hears of a report about illegal content or an affected person as soon as it counts.';

create function private.alert_of_appeal() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.alert_team('appeal', '{}', new.id, new.user_id);
  return null;
end $$;
comment on function private.alert_of_appeal() is 'Trigger: the team hears of an appeal.';

-- The team chooses by kind and way what it hears, and admins get the week by mail (docs/decisions/064-what-reaches-the-team.md) ---

create function private.team_alert_kinds() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select '{illegal_content,false_claim,privacy,appeal,answer,star_door,concern,queue,away,job,mail}'::text[]
$$;
comment on function private.team_alert_kinds() is 'What the team is told of, as teamAlerts of domain; a test compares.';

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
grant execute on function private.set_team_mails(jsonb, boolean, boolean) to authenticated;

create function public.admin_set_team_mails(p_alerts jsonb, p_briefing boolean, p_weekly boolean default null) returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.set_team_mails(p_alerts, p_briefing, p_weekly);
  return private.own_team_mails();
end $$;
comment on function public.admin_set_team_mails(jsonb, boolean, boolean) is
  'RPC for the team: what the caller is told of, {kind: {app, mail}}, and which regular mails come; answers own_team_mails.';
grant execute on function public.admin_set_team_mails(jsonb, boolean, boolean) to authenticated, service_role;
