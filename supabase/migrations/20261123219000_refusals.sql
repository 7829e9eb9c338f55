-- Refusals are refusals ----------------------------------------------------------------------------------------------------

-- PostgREST answers P0002 and 55000 with 500, as if the server were at fault. What these functions refuse is up to the caller:
-- somebody is gone (23503), or something is not as the caller thought (23514). Hints and sentences stay.

create or replace function public.admin_save_settings(p_seen timestamptz, p_values jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  given constant jsonb := case when jsonb_typeof(p_values -> 'extra_mail_domains') = 'array' then p_values -> 'extra_mail_domains' else '[]' end;
  domains constant text[] := coalesce((
    select array_agg(distinct lower(private.trim_text(d)) order by lower(private.trim_text(d))) from jsonb_array_elements_text(given) d
    where private.trim_text(d) <> ''), '{}');
begin
  perform private.require_admin();
  if exists (select from unnest(domains) d where d !~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$') or cardinality(domains) > 200 then
    raise exception 'Das ist keine Domain.' using errcode = '23514', hint = 'mail_domain';
  end if;
  if private.save_row('public.app_settings', 'true', p_values || case when p_values ? 'extra_mail_domains'
    then jsonb_build_object('extra_mail_domains', domains) else '{}' end, coalesce(p_seen, '-infinity')) is null then
    raise exception 'Jemand hat die Einstellungen inzwischen geändert.' using errcode = '23514', hint = 'settings_changed';
  end if;
  return public.admin_settings_page();
end $$;

create or replace function public.admin_switch_invite(p_id uuid, p_active boolean) returns boolean
language plpgsql security invoker set search_path = '' as $$
begin
  perform private.require_moderator();
  update public.invites set active = p_active where id = p_id;
  if not found then
    raise exception 'Diese Einladung gibt es nicht mehr.' using errcode = '23503', hint = 'invite_gone';
  end if;
  return p_active;
end $$;

create or replace function private.delete_own_account() returns boolean
language plpgsql security definer set search_path = '' as $$
declare me constant uuid := auth.uid();
begin
  perform private.require_proof();
  perform pg_advisory_xact_lock(hashtextextended('admins', 0));
  if exists (select from public.profiles p where p.id = me and p.role = 'admin')
     and not exists (select from public.profiles p where p.role = 'admin' and p.id <> me and not private.is_banned(p.id)) then
    raise exception 'Du bist der einzige Admin. Ernenne zuerst jemand anderen.' using errcode = '42501', hint = 'last_admin';
  end if;
  if private.own_avatars() > 0 then
    raise exception 'Dein Bild ist noch da. Entferne es zuerst.' using errcode = '23514', hint = 'avatars_left';
  end if;
  delete from auth.users u where u.id = me;
  return found;
end $$;

create or replace function private.other_staff_rule(member uuid) returns public.profiles
language plpgsql security definer set search_path = '' as $$
declare found_member public.profiles;
begin
  perform private.require_moderator();
  select * into found_member from public.profiles p where p.id = member for update;
  if not found then
    raise exception 'Dieses Mitglied gibt es nicht mehr.' using errcode = '23503', hint = 'member_gone';
  end if;
  if member = auth.uid() then
    raise exception 'Über dich selbst entscheidet jemand anderes.' using errcode = '42501', hint = 'own_account';
  end if;
  if found_member.role <> 'user' and not private.is_admin() then
    raise exception 'Über das Team entscheiden nur Admins.' using errcode = '42501', hint = 'staff_by_admins';
  end if;
  return found_member;
end $$;

create or replace function private.admin_unban_member(p_id uuid, p_reason text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  reason constant text := private.given_reason(p_reason);
  before constant public.profiles := private.other_staff_rule(p_id);
begin
  if not private.is_banned(p_id) then
    raise exception 'Dieses Mitglied ist nicht gesperrt.' using errcode = '23514', hint = 'not_banned';
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

create or replace function private.admin_set_role(p_id uuid, p_role text, p_reason text) returns text
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
    raise exception 'Wer gesperrt ist, kommt nicht ins Team. Heb erst die Sperre auf.' using errcode = '23514', hint = 'banned_member';
  end if;
  perform private.log_staff_action('change_role', 'profile', p_id::text,
    jsonb_build_object('name', before.nickname, 'from', before.role, 'to', p_role, 'reason', nullif(private.trim_text(p_reason), '')));
  update public.profiles set role = p_role where id = p_id;
  return p_role;
end $$;
