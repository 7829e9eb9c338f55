-- Staff act with a second factor only ------------------------------------------------------------------------------------

-- Whoever has the password or the mailbox of a member of staff must not have the site. Token and session must both say aal2:
-- a token from before the second factor was proven stays worthless for this, and one from before a factor was removed becomes it.

create or replace function private.has_role(roles text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles p
    where p.id = auth.uid() and p.role = any (roles)
      and not (p.is_banned and (p.banned_until is null or p.banned_until > now()))
  ) and coalesce(auth.jwt() ->> 'aal', '') = 'aal2' and private.session_aal() = 'aal2'
$$;
comment on function private.has_role(text[]) is
  'Whether the caller has one of the roles, is not banned, and has proven a second factor in this session, which has not ended. Reads the rows, not only the token: a change takes effect immediately.';
comment on function private.is_admin() is 'The caller is an unbanned admin whose session is aal2.';
comment on function private.is_moderator() is 'The caller is an unbanned moderator or admin whose session is aal2.';
comment on function public.is_admin() is 'RPC: whether the caller is an admin with full rights now: unbanned, and at aal2.';
comment on function public.is_moderator() is 'RPC: whether the caller is a moderator or admin with full rights now: unbanned, and at aal2.';

create function private.refuse_staff(roles text[], message text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from public.profiles p where p.id = auth.uid() and p.role = any (roles)) and not private.is_banned(auth.uid()) then
    raise exception 'Dafür brauchst du deinen zweiten Faktor. Öffne den Team-Bereich: Dort richtest du ihn ein oder gibst den Code ein.'
      using errcode = '42501', hint = 'mfa_needed';
  end if;
  raise exception '%', message using errcode = '42501', hint = 'not_allowed';
end $$;
comment on function private.refuse_staff(text[], text) is
  'Refuses with 42501: hint mfa_needed when only the second factor is missing, otherwise not_allowed with the message.';
grant execute on function private.refuse_staff(text[], text) to authenticated;

create or replace function private.require_moderator() returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_moderator() then perform private.refuse_staff(array['moderator', 'admin'], 'Das darf nur das Team.'); end if;
end $$;
comment on function private.require_moderator() is 'Ends the call with 42501 unless the caller is a moderator or admin at aal2. Hints not_allowed, mfa_needed.';

create or replace function private.require_admin() returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_admin() then perform private.refuse_staff(array['admin'], 'Das dürfen nur Admins.'); end if;
end $$;
comment on function private.require_admin() is 'Ends the call with 42501 unless the caller is an admin at aal2. Hints not_allowed, mfa_needed.';

-- Who is taken into the team learns what it takes ------------------------------------------------------------------------

alter table public.notifications drop constraint notifications_type_check;
alter table public.notifications add constraint notifications_type_check check (type in (
  'comment_on_post', 'reply_to_comment', 'subsequent_comment', 'reaction_on_post', 'reaction_on_comment',
  'vote_on_rumor', 'vote_on_poll', 'rumor_status_update', 'post_approved', 'post_rejected', 'invite_used',
  'mention', 'warning', 'report_outcome', 'team_role'
));

create or replace function public.notification_settings() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('type', t.type, 'changeable', t.changeable,
    'enabled', not t.changeable or coalesce(p.enabled, true)) order by t.place)
  from (values
    (1, 'comment_on_post', true), (2, 'reply_to_comment', true), (3, 'subsequent_comment', true), (4, 'mention', true),
    (5, 'reaction_on_post', true), (6, 'reaction_on_comment', true), (7, 'vote_on_rumor', true), (8, 'vote_on_poll', true),
    (9, 'rumor_status_update', true), (10, 'post_approved', true), (11, 'post_rejected', false), (12, 'invite_used', true),
    (13, 'report_outcome', true), (14, 'warning', false), (15, 'team_role', false)
  ) as t (place, type, changeable)
  left join public.notification_preferences p on p.user_id = auth.uid() and p.type = t.type
$$;
comment on function public.notification_settings() is
  'RPC: all types of notifications with the caller''s choice; warning, post_rejected and team_role cannot be switched off.';

create function private.notify_team_role() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The operator's commands and the demo tell nobody.
  if auth.uid() is null then return null; end if;
  perform private.notify(new.id, 'team_role', 'Willkommen im Team',
    'Du bist jetzt ' || case new.role when 'admin' then 'Admin' else 'Moderator:in' end || ' bei HoT. '
      || case when exists (select from auth.mfa_factors f where f.user_id = new.id and f.status = 'verified')
        then 'Der Team-Bereich öffnet sich mit deinem zweiten Faktor.'
        else 'Der Team-Bereich öffnet sich nur mit einem zweiten Faktor: Beim ersten Besuch richtest du ihn ein.' end,
    actor => auth.uid());
  return null;
end $$;
comment on function private.notify_team_role() is 'Trigger: tells a member whom an admin took into the team, or gave another role in it, and that it takes a second factor.';
create trigger profiles_notify_team_role after update of role on public.profiles
  for each row when (old.role is distinct from new.role and new.role <> 'user') execute function private.notify_team_role();
