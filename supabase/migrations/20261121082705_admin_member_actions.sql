-- What the team does to a member's account. Each call is one row of the log, checks who may do what to whom, and takes effect at once.

create function private.other_staff_rule(member uuid) returns public.profiles
language plpgsql security definer set search_path = '' as $$
declare found_member public.profiles;
begin
  perform private.require_moderator();
  select * into found_member from public.profiles p where p.id = member for update;
  if not found then
    raise exception 'Dieses Mitglied gibt es nicht mehr.' using errcode = 'P0002', hint = 'member_gone';
  end if;
  if member = auth.uid() then
    raise exception 'Über dich selbst entscheidet jemand anderes.' using errcode = '42501', hint = 'own_account';
  end if;
  if found_member.role <> 'user' and not private.is_admin() then
    raise exception 'Über das Team entscheiden nur Admins.' using errcode = '42501', hint = 'staff_by_admins';
  end if;
  return found_member;
end $$;
comment on function private.other_staff_rule(uuid) is
  'The member, locked, when the caller may act on them: staff, never oneself, and on staff only admins. Hints not_allowed, member_gone, own_account, staff_by_admins.';

create function private.given_reason(typed text) returns text
language plpgsql immutable set search_path = '' as $$
declare cleaned constant text := private.trim_text(private.clean_text(coalesce(typed, '')));
begin
  if cleaned = '' then
    raise exception 'Bitte gib einen Grund für diese Moderationsaktion an.' using errcode = '23514', hint = 'reason_required';
  end if;
  return left(cleaned, 2000);
end $$;
comment on function private.given_reason(text) is 'A reason as typed → as stored; blanks are refused with the sentence of specification §8.';

create function private.lock_admins() returns void
language sql security definer set search_path = '' as $$ select pg_advisory_xact_lock(hashtextextended('admins', 0)) $$;
comment on function private.lock_admins() is 'One change of the circle of admins at a time: two must not remove each other.';

-- Ban and unban ----------------------------------------------------------------------------------------------------------

create function private.admin_ban_member(p_id uuid, p_days integer, p_reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  reason constant text := private.given_reason(p_reason);
  before public.profiles;
  until_when constant timestamptz := now() + make_interval(days => p_days);
begin
  perform private.lock_admins();
  before := private.other_staff_rule(p_id);
  if p_days not between 1 and 3650 then
    raise exception 'Eine Sperre dauert 1 bis 3.650 Tage.' using errcode = '23514', hint = 'ban_days';
  end if;
  if (p_days is null or p_days > 30 or private.is_banned(p_id)) and not private.is_admin() then
    raise exception 'Länger als 30 Tage sperren nur Admins.' using errcode = '42501', hint = 'ban_too_long';
  end if;
  perform private.log_staff_action('ban_member', 'profile', p_id::text,
    jsonb_build_object('name', before.nickname, 'reason', reason, 'days', p_days));
  update public.profiles set is_banned = true, banned_until = until_when where id = p_id;
  insert into public.moderation_actions (target_type, target_user_id, action, reason, ban_duration_days, admin_id)
    values ('profile', p_id, 'banned', reason, p_days, auth.uid());
  return jsonb_build_object('banned_until', until_when);
end $$;
comment on function private.admin_ban_member(uuid, integer, text) is 'Bans a member for days, or for good without; a new ban replaces the one that stands.';

create function private.admin_unban_member(p_id uuid, p_reason text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  reason constant text := private.given_reason(p_reason);
  before constant public.profiles := private.other_staff_rule(p_id);
begin
  if not private.is_banned(p_id) then
    raise exception 'Dieses Mitglied ist nicht gesperrt.' using errcode = '55000', hint = 'not_banned';
  end if;
  if (before.banned_until is null or before.banned_until > now() + interval '30 days') and not private.is_admin() then
    raise exception 'Diese Sperre heben nur Admins auf.' using errcode = '42501', hint = 'ban_too_long';
  end if;
  perform private.log_staff_action('unban_member', 'profile', p_id::text, jsonb_build_object('name', before.nickname, 'reason', reason));
  update public.profiles set is_banned = false where id = p_id;
  insert into public.moderation_actions (target_type, target_user_id, action, reason, admin_id)
    values ('profile', p_id, 'unbanned', reason, auth.uid());
  return true;
end $$;
comment on function private.admin_unban_member(uuid, text) is 'Lifts a ban: the member may write again with the next request.';

-- Role, name, sessions, the end ------------------------------------------------------------------------------------------

create function private.admin_set_role(p_id uuid, p_role text, p_reason text) returns text
language plpgsql security definer set search_path = '' as $$
declare before public.profiles;
begin
  perform private.lock_admins();
  perform private.require_admin();
  if p_id = auth.uid() and not private.other_admin_than(p_id) then
    raise exception 'Du bist der letzte Admin. Gib erst jemand anderem diese Rolle.' using errcode = '42501', hint = 'last_admin';
  end if;
  before := private.other_staff_rule(p_id);
  if p_role is null or p_role not in ('user', 'moderator', 'admin') then
    raise exception 'Diese Rolle gibt es nicht.' using errcode = '23514', hint = 'unknown_role';
  end if;
  if p_role = before.role then return p_role; end if;
  if p_role <> 'user' and private.is_banned(p_id) then
    raise exception 'Wer gesperrt ist, kommt nicht ins Team. Heb erst die Sperre auf.' using errcode = '55000', hint = 'banned_member';
  end if;
  perform private.log_staff_action('change_role', 'profile', p_id::text,
    jsonb_build_object('name', before.nickname, 'from', before.role, 'to', p_role, 'reason', nullif(private.trim_text(p_reason), '')));
  update public.profiles set role = p_role where id = p_id;
  return p_role;
end $$;
comment on function private.admin_set_role(uuid, text, text) is 'Gives a member a role; never one''s own, and nobody banned joins the team.';

create function private.admin_rename_member(p_id uuid, p_nickname text, p_reason text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  reason constant text := private.given_reason(p_reason);
  wanted constant text := private.typed_nickname(p_nickname);
  problem constant text := private.nickname_problem(wanted, p_id);
  before public.profiles;
begin
  perform private.require_admin();
  before := private.other_staff_rule(p_id);
  if problem is not null then
    raise exception 'Dieser Nickname geht nicht.' using errcode = '23514', hint = 'nickname_' || problem;
  end if;
  perform private.log_staff_action('rename_member', 'profile', p_id::text,
    jsonb_build_object('name', wanted, 'from', before.nickname, 'reason', reason));
  update public.profiles set nickname = wanted where id = p_id;
  return (select p.slug from public.profiles p where p.id = p_id);
exception when unique_violation then
  raise exception 'Diesen Nickname hat schon jemand.' using errcode = '23505', hint = 'nickname_taken';
end $$;
comment on function private.admin_rename_member(uuid, text, text) is 'Gives a member another nickname; the old address redirects. Answers the new slug.';

create function private.admin_end_sessions(p_id uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  before public.profiles;
  ended integer;
begin
  perform private.require_admin();
  before := private.other_staff_rule(p_id);
  perform private.log_staff_action('end_sessions', 'profile', p_id::text, jsonb_build_object('name', before.nickname));
  -- Refresh tokens go with their session.
  delete from auth.sessions s where s.user_id = p_id;
  get diagnostics ended = row_count;
  return ended;
end $$;
comment on function private.admin_end_sessions(uuid) is 'Signs a member out everywhere; an access token given out before is good until it expires, at most an hour.';

create function private.admin_delete_member(p_id uuid, p_reason text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  reason constant text := private.given_reason(p_reason);
  before public.profiles;
begin
  perform private.lock_admins();
  perform private.require_admin();
  before := private.other_staff_rule(p_id);
  -- Without the name: what goes for good does not live on in the log.
  perform private.log_staff_action('delete_member', 'profile', p_id::text, jsonb_build_object('reason', reason, 'role', before.role));
  delete from auth.users u where u.id = p_id;
  return found;
end $$;
comment on function private.admin_delete_member(uuid, text) is 'Ends a member''s account for good, as delete_own_account() does.';
