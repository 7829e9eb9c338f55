-- The calls of staff about members' accounts, over 20261121082705_admin_member_actions.sql.

-- Every path -------------------------------------------------------------------------------------------------------------

create function private.other_admin_than(member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles p where p.role = 'admin' and p.id <> member and not private.is_banned(p.id))
$$;
comment on function private.other_admin_than(uuid) is 'Whether somebody else is an unbanned admin.';

create function private.keep_an_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_admins();
  if not private.other_admin_than(old.id) then
    raise exception 'Das ist der letzte Admin. Gib erst jemand anderem diese Rolle.' using errcode = '42501', hint = 'last_admin';
  end if;
  return new;
end $$;
comment on function private.keep_an_admin() is 'Trigger: whichever way it goes, one unbanned admin is left, also when two remove each other at once.';
create trigger profiles_40_keep_an_admin before update of role, is_banned on public.profiles
  for each row when (old.role = 'admin' and not old.is_banned and (new.role <> 'admin' or new.is_banned))
  execute function private.keep_an_admin();

-- Also for tables: what an admin changes of others through the API is in the log, whichever client asked for it.
create trigger profiles_log_edit after update of nickname, avatar_url, bio on public.profiles
  for each row when (private.is_client() and new.id is distinct from auth.uid()
    and (old.nickname, old.avatar_url, old.bio) is distinct from (new.nickname, new.avatar_url, new.bio))
  execute function private.log_staff_change('profile');

-- Calls -------------------------------------------------------------------------------------------------------------------

create function public.admin_ban_member(p_id uuid, p_days integer, p_reason text) returns jsonb
language sql set search_path = '' as $$ select private.admin_ban_member(p_id, p_days, p_reason) $$;
comment on function public.admin_ban_member(uuid, integer, text) is
  'RPC for staff: bans for days (moderators up to 30, and nobody of the team), or for good with null. Hints reason_required, ban_days, ban_too_long, own_account, staff_by_admins.';
create function public.admin_unban_member(p_id uuid, p_reason text) returns boolean
language sql set search_path = '' as $$ select private.admin_unban_member(p_id, p_reason) $$;
comment on function public.admin_unban_member(uuid, text) is 'RPC for staff: lifts a ban (moderators one that ends within 30 days). Hints reason_required, not_banned, ban_too_long.';
create function public.admin_set_role(p_id uuid, p_role text, p_reason text default null) returns text
language sql set search_path = '' as $$ select private.admin_set_role(p_id, p_role, p_reason) $$;
comment on function public.admin_set_role(uuid, text, text) is 'RPC for admins: user, moderator or admin. Hints own_account, last_admin, banned_member, unknown_role.';
create function public.admin_rename_member(p_id uuid, p_nickname text, p_reason text) returns text
language sql set search_path = '' as $$ select private.admin_rename_member(p_id, p_nickname, p_reason) $$;
comment on function public.admin_rename_member(uuid, text, text) is 'RPC for admins: another nickname, answers the slug. Hints nickname_form, nickname_reserved, nickname_taken, reason_required.';
create function public.admin_end_sessions(p_id uuid) returns integer
language sql set search_path = '' as $$ select private.admin_end_sessions(p_id) $$;
comment on function public.admin_end_sessions(uuid) is 'RPC for admins: signs a member out everywhere; answers how many sessions ended.';
create function public.admin_delete_member(p_id uuid, p_reason text) returns boolean
language sql set search_path = '' as $$ select private.admin_delete_member(p_id, p_reason) $$;
comment on function public.admin_delete_member(uuid, text) is 'RPC for admins: ends an account for good. Hints own_account, reason_required.';

grant execute on function private.admin_ban_member(uuid, integer, text), private.admin_unban_member(uuid, text),
  private.admin_set_role(uuid, text, text), private.admin_rename_member(uuid, text, text), private.admin_end_sessions(uuid),
  private.admin_delete_member(uuid, text) to authenticated;
revoke all on function public.admin_ban_member(uuid, integer, text), public.admin_unban_member(uuid, text),
  public.admin_set_role(uuid, text, text), public.admin_rename_member(uuid, text, text), public.admin_end_sessions(uuid),
  public.admin_delete_member(uuid, text) from public, anon, authenticated;
grant execute on function public.admin_ban_member(uuid, integer, text), public.admin_unban_member(uuid, text),
  public.admin_set_role(uuid, text, text), public.admin_rename_member(uuid, text, text), public.admin_end_sessions(uuid),
  public.admin_delete_member(uuid, text) to authenticated;
