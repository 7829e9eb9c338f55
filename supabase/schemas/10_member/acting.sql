-- Admin: writing ------------------------------------------------------------------------------------------------------

create function private.given_reason(typed text) returns text
language plpgsql immutable set search_path = '' as $$
declare cleaned constant text := private.trim_text(private.clean_text(coalesce(typed, '')));
begin
  if cleaned = '' then
    perform private.refuse('moderation.reason_required');
  end if;
  return left(cleaned, 2000);
end $$;
comment on function private.given_reason(text) is 'Cleans a reason as typed; refuses a blank one with a sentence for the reader.';

-- Ban and unban -------------------------------------------------------------------------------------------------------

create function private.admin_ban_member(p_id uuid, p_days integer, p_reason text, p_rule text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  reason constant text := private.given_reason(p_reason);
  before public.profiles;
  until_when constant timestamptz := now() + make_interval(days => p_days);
begin
  perform private.lock_admins();
  perform private.decide_on(p_rule);
  before := private.other_staff_rule(p_id);
  if p_days not between 1 and 3650 then
    perform private.refuse('member.ban_days');
  end if;
  if (p_days is null or p_days > 30 or private.is_banned(p_id)) and not private.is_admin() then
    perform private.refuse('moderation.ban_too_long', '42501');
  end if;
  perform private.log_staff_action('ban_member', 'profile', p_id::text,
    jsonb_build_object('name', before.nickname, 'reason', reason, 'days', p_days));
  update public.profiles set is_banned = true, banned_until = until_when where id = p_id;
  insert into public.moderation_actions (target_type, target_user_id, action, reason, ban_duration_days, admin_id)
    values ('profile', p_id, 'banned', reason, p_days, auth.uid());
  return jsonb_build_object('banned_until', until_when);
end $$;
comment on function private.admin_ban_member(uuid, integer, text, text) is 'Bans a member for days, or permanently with null; a new ban replaces the current one.';
grant execute on function private.admin_ban_member(uuid, integer, text, text) to authenticated;

create function private.admin_unban_member(p_id uuid, p_reason text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  reason constant text := private.given_reason(p_reason);
  before constant public.profiles := private.other_staff_rule(p_id);
begin
  if not private.is_banned(p_id) then
    perform private.refuse('member.not_banned');
  end if;
  if (before.banned_until is null or before.banned_until > now() + interval '30 days') and not private.is_admin() then
    perform private.refuse('moderation.ban_too_long.lifting', '42501');
  end if;
  perform private.log_staff_action('unban_member', 'profile', p_id::text, jsonb_build_object('name', before.nickname, 'reason', reason));
  update public.profiles set is_banned = false where id = p_id;
  insert into public.moderation_actions (target_type, target_user_id, action, reason, admin_id)
    values ('profile', p_id, 'unbanned', reason, auth.uid());
  return true;
end $$;
comment on function private.admin_unban_member(uuid, text) is 'Lifts a ban; the member may write again immediately.';
grant execute on function private.admin_unban_member(uuid, text) to authenticated;

-- Role, name, sessions, deletion --------------------------------------------------------------------------------------

create function private.admin_set_role(p_id uuid, p_role text, p_reason text) returns text
language plpgsql security definer set search_path = '' as $$
declare before public.profiles;
begin
  perform private.lock_admins();
  perform private.require_admin();
  if p_id = auth.uid() and not private.other_admin_than(p_id) then
    perform private.refuse('member.last_admin.self', '42501');
  end if;
  before := private.other_staff_rule(p_id);
  if p_role is null or p_role not in ('user', 'moderator', 'admin') then
    perform private.refuse('member.unknown_role');
  end if;
  if p_role = before.role then return p_role; end if;
  if p_role <> 'user' and private.is_banned(p_id) then
    perform private.refuse('member.banned_member');
  end if;
  perform private.log_staff_action('change_role', 'profile', p_id::text,
    jsonb_build_object('name', before.nickname, 'from', before.role, 'to', p_role, 'reason', nullif(private.trim_text(p_reason), '')));
  update public.profiles set role = p_role where id = p_id;
  return p_role;
end $$;
comment on function private.admin_set_role(uuid, text, text) is 'Sets the role of a member; never one''s own, and never a banned member as staff.';
grant execute on function private.admin_set_role(uuid, text, text) to authenticated;

create function private.admin_rename_member(p_id uuid, p_nickname text, p_reason text, p_rule text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  reason constant text := private.given_reason(p_reason);
  wanted constant text := private.typed_nickname(p_nickname);
  problem constant text := private.nickname_problem(wanted, p_id);
  before public.profiles;
begin
  perform private.require_admin();
  perform private.decide_on(p_rule);
  before := private.other_staff_rule(p_id);
  if problem is not null then
    perform private.refuse(case problem when 'form' then 'member.nickname_form.team'
      when 'reserved' then 'member.nickname_reserved.team' else 'member.nickname_taken.team' end);
  end if;
  perform private.log_staff_action('rename_member', 'profile', p_id::text,
    jsonb_build_object('name', wanted, 'from', before.nickname, 'reason', reason));
  update public.profiles set nickname = wanted where id = p_id;
  -- A name that is taken away is a decision like that on a reported profile: told with its reason, and lifted by an appeal.
  if before.nickname is not null and before.nickname is distinct from wanted then
    insert into private.removed_profiles (member_id, nickname, removed_by, renamed_to) values (p_id, before.nickname, auth.uid(), wanted);
    insert into public.moderation_actions (target_type, target_user_id, action, reason, content_excerpt, admin_id)
      values ('profile', p_id, 'deleted', reason, before.nickname, auth.uid());
  end if;
  return (select p.slug from public.profiles p where p.id = p_id);
exception when unique_violation then
  perform private.refuse('member.nickname_taken', '23505');
end $$;
comment on function private.admin_rename_member(uuid, text, text, text) is 'Changes a member''s nickname, who is told why, by which rule, and may appeal; the old address redirects. Returns the new slug.';
grant execute on function private.admin_rename_member(uuid, text, text, text) to authenticated;

create function private.admin_end_sessions(p_id uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  before public.profiles;
  ended integer;
begin
  perform private.require_admin();
  before := private.other_staff_rule(p_id);
  perform private.log_staff_action('end_sessions', 'profile', p_id::text, jsonb_build_object('name', before.nickname));
  -- Refresh tokens are deleted by cascade.
  delete from auth.sessions s where s.user_id = p_id;
  get diagnostics ended = row_count;
  return ended;
end $$;
-- What these comments said of access tokens has not been true since sessions are looked up (docs/decisions/033-ended-sessions.md).
comment on function private.admin_end_sessions(uuid) is 'Signs a member out everywhere, and with it ends the access tokens issued before.';
grant execute on function private.admin_end_sessions(uuid) to authenticated;

create function private.admin_delete_member(p_id uuid, p_reason text, p_rule text, p_wished boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  reason constant text := private.given_reason(p_reason);
  was_banned constant boolean := private.is_banned(p_id);
  before public.profiles;
  decision uuid;
  told jsonb;
begin
  perform private.lock_admins();
  perform private.require_admin();
  perform private.decide_on(case when not p_wished then p_rule end);
  before := private.other_staff_rule(p_id);
  -- Without the name, which must not outlive the account in the log.
  perform private.log_staff_action('delete_member', 'profile', p_id::text, jsonb_build_object('reason', reason, 'role', before.role));
  told := jsonb_build_object('nickname', before.nickname, 'reason', reason, 'wished', p_wished);
  -- What the member has asked for restricts nobody. Of all else the transparency report has to know.
  if not p_wished then
    insert into public.moderation_actions (target_type, target_user_id, action, reason, admin_id)
      values ('profile', p_id, 'account_deleted', reason, auth.uid()) returning id into decision;
    told := told || private.how_decided(decision) || jsonb_build_object('reported', exists (
      select from public.reports r where r.target_profile_id = p_id and r.status = 'pending' and r.counts and r.origin = 'person'));
  end if;
  delete from auth.users u where u.id = p_id;
  if not found then return false; end if;
  -- Nobody can read a notification any more.
  if before.email is not null then
    if was_banned then
      told := told || coalesce((select jsonb_build_object('banned_until', to_char(private.berlin_day(k.ends_at), 'FMDD.FMMM.YYYY'), 'for_good', k.is_for_good)
        from private.kept_bans k where k.address_hash = private.address_hash(before.email)), '{}');
    end if;
    perform private.mail_deletion(before.email, told);
  end if;
  return true;
end $$;
comment on function private.admin_delete_member(uuid, text, text, boolean) is
  'Deletes a member''s account permanently, as delete_own_account() does, and gives the member by mail a statement of reasons; if they wished it, no decision is recorded.';
grant execute on function private.admin_delete_member(uuid, text, text, boolean) to authenticated;

-- Calls ---------------------------------------------------------------------------------------------------------------

create function public.admin_ban_member(p_id uuid, p_days integer, p_reason text, p_rule text default null) returns jsonb
language sql set search_path = '' as $$ select private.admin_ban_member(p_id, p_days, p_reason, p_rule) $$;
comment on function public.admin_ban_member(uuid, integer, text, text) is
  'RPC for staff: bans for days (moderators up to 30, and never staff), or permanently with null. Hints reason_required, ban_days, ban_too_long, own_account, staff_by_admins.';
grant execute on function public.admin_ban_member(uuid, integer, text, text) to authenticated, service_role;

create function public.admin_unban_member(p_id uuid, p_reason text) returns boolean
language sql set search_path = '' as $$ select private.admin_unban_member(p_id, p_reason) $$;
comment on function public.admin_unban_member(uuid, text) is 'RPC for staff: lifts a ban (moderators one that ends within 30 days). Hints reason_required, not_banned, ban_too_long.';
grant execute on function public.admin_unban_member(uuid, text) to authenticated, service_role;

create function public.admin_set_role(p_id uuid, p_role text, p_reason text default null) returns text
language sql set search_path = '' as $$ select private.admin_set_role(p_id, p_role, p_reason) $$;
comment on function public.admin_set_role(uuid, text, text) is 'RPC for admins: user, moderator or admin. Hints own_account, last_admin, banned_member, unknown_role.';
grant execute on function public.admin_set_role(uuid, text, text) to authenticated, service_role;

create function public.admin_rename_member(p_id uuid, p_nickname text, p_reason text, p_rule text default null) returns text
language sql set search_path = '' as $$ select private.admin_rename_member(p_id, p_nickname, p_reason, p_rule) $$;
comment on function public.admin_rename_member(uuid, text, text, text) is 'RPC for admins: changes a nickname, returns the slug. Hints nickname_form, nickname_reserved, nickname_taken, reason_required.';
grant execute on function public.admin_rename_member(uuid, text, text, text) to authenticated, service_role;

create function public.admin_end_sessions(p_id uuid) returns integer
language sql set search_path = '' as $$ select private.admin_end_sessions(p_id) $$;
comment on function public.admin_end_sessions(uuid) is
  'RPC for admins: signs a member out everywhere, access tokens included; returns how many sessions ended.';
grant execute on function public.admin_end_sessions(uuid) to authenticated, service_role;

create function public.admin_delete_member(p_id uuid, p_reason text, p_rule text default null, p_wished boolean default false) returns boolean
language sql set search_path = '' set statement_timeout = '30s' as $$
  select private.admin_delete_member(p_id, p_reason, p_rule, coalesce(p_wished, false))
$$;
comment on function public.admin_delete_member(uuid, text, text, boolean) is
  'RPC for admins: deletes an account permanently, by a rule or because the member wished it (p_wished). Hints own_account, reason_required.';
grant execute on function public.admin_delete_member(uuid, text, text, boolean) to authenticated, service_role;

-- Bans that end -------------------------------------------------------------------------------------------------------

create function private.clear_timed_bans() returns integer
language plpgsql security definer set search_path = '' as $$
declare cleared integer;
begin
  update public.profiles set is_banned = false where is_banned and banned_until <= now();
  get diagnostics cleared = row_count;
  return cleared;
end $$;
comment on function private.clear_timed_bans() is 'Job (*/10 * * * *): takes the flag of ended timed bans away; votes and hearts count again.';
grant execute on function private.clear_timed_bans() to service_role;
