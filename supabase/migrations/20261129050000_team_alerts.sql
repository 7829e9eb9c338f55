-- The team hears at once of what cannot wait --------------------------------------------------------------------------------

alter table public.notifications drop constraint notifications_type_check;
alter table public.notifications add constraint notifications_type_check check (type in (
  'comment_on_post', 'reply_to_comment', 'subsequent_comment', 'reaction_on_post', 'reaction_on_comment',
  'vote_on_rumor', 'vote_on_poll', 'rumor_status_update', 'rumor_changed', 'post_approved', 'post_rejected',
  'invite_used', 'mention', 'warning', 'report_outcome', 'team_role', 'tagged_post', 'member_post', 'followed_comment',
  'format_today', 'rumor_decided', 'poll_ended', 'team_alert'
)) not valid;
alter table public.notification_preferences drop constraint notification_preferences_type_check;
alter table public.notification_preferences add constraint notification_preferences_type_check check (type in (
  'comment_on_post', 'reply_to_comment', 'subsequent_comment', 'reaction_on_post', 'reaction_on_comment',
  'vote_on_rumor', 'vote_on_poll', 'rumor_status_update', 'rumor_changed', 'post_approved', 'invite_used', 'mention',
  'report_outcome', 'tagged_post', 'member_post', 'followed_comment', 'format_today', 'rumor_decided', 'poll_ended', 'team_alert'
)) not valid;

create or replace function public.notification_settings() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('type', t.type, 'changeable', t.changeable,
    'enabled', not t.changeable or coalesce(p.enabled, private.usual_channel(t.type) <> 'off'),
    'channel', case when t.changeable then coalesce(p.channel, nullif(private.usual_channel(t.type), 'off'), 'push') else 'push' end)
    order by t.place)
  from (values
    (1, 'comment_on_post', true),
    (2, 'reply_to_comment', true),
    (3, 'subsequent_comment', true),
    (4, 'mention', true),
    (5, 'followed_comment', true),
    (6, 'tagged_post', true),
    (7, 'member_post', true),
    (8, 'format_today', true),
    (9, 'reaction_on_post', true),
    (10, 'reaction_on_comment', true),
    (11, 'vote_on_rumor', true),
    (12, 'vote_on_poll', true),
    (13, 'rumor_status_update', true),
    (14, 'rumor_changed', true),
    (15, 'rumor_decided', true),
    (16, 'poll_ended', true),
    (17, 'post_approved', true),
    (18, 'post_rejected', false),
    (19, 'invite_used', true),
    (20, 'report_outcome', true),
    (21, 'warning', false),
    (22, 'team_role', false),
    (23, 'team_alert', true)
  ) as t (place, type, changeable)
  left join public.notification_preferences p on p.user_id = auth.uid() and p.type = t.type
  where t.type <> 'team_alert' or auth.uid() in (select private.team_members())
$$;

create function private.alert_team(alert text, title text, about uuid, actor uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  member uuid;
begin
  for member in select t.id from private.team_members() as t (id) where t.id is distinct from actor loop
    -- A crowd that reports the same thing, or one member who appeals twice, rings once a day.
    continue when exists (select from public.notifications n where n.user_id = member and n.type = 'team_alert'
      and n.target_id = about and n.data ->> 'alert' = alert and n.created_at > now() - interval '24 hours');
    perform private.notify(member, 'team_alert', title, title || '.', jsonb_build_object('alert', alert), target => about);
  end loop;
end $$;
comment on function private.alert_team(text, text, uuid, uuid) is 'Tells everybody of the team, except whoever did it, once a day for each thing.';
revoke execute on function private.alert_team(text, text, uuid, uuid) from public;

create function private.alert_of_report() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.confirmed_at is null or new.status <> 'pending' or new.reason not in ('illegal_content', 'false_claim', 'privacy') then
    return null;
  end if;
  perform private.alert_team(new.reason, 'Gemeldet: ' || private.report_reason_text(new.reason),
    coalesce(new.target_post_id, new.target_comment_id, new.target_profile_id), new.reporter_id);
  return null;
end $$;
comment on function private.alert_of_report() is 'Trigger: the team hears of a report about illegal content or an affected person as soon as it counts.';
-- Older ones are stored by imports and demonstrations.
create trigger reports_90_alert after insert on public.reports
  for each row when (new.created_at > now() - interval '5 minutes') execute function private.alert_of_report();
create trigger reports_90_alert_confirmed after update of confirmed_at on public.reports
  for each row when (old.confirmed_at is null) execute function private.alert_of_report();

create function private.alert_of_appeal() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.alert_team('appeal', 'Einspruch gegen eine Entscheidung', new.id, new.user_id);
  return null;
end $$;
comment on function private.alert_of_appeal() is 'Trigger: the team hears of an appeal.';
create trigger appeals_alert after insert on public.appeals
  for each row when (private.is_client()) execute function private.alert_of_appeal();
