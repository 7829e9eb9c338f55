-- Bans ----------------------------------------------------------------------------------------------------------------

create function private.is_banned(member uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.profiles p where p.id = member and p.is_banned and (p.banned_until is null or p.banned_until > now()));
end $$;
comment on function private.is_banned(uuid) is
  'The only test of "is this member banned": true during a permanent ban or a timed one that has not ended. A flag left over from an expired ban does not count.';
grant execute on function private.is_banned(uuid) to service_role;

-- `update of is_banned` fires whenever the column is set, changed or not: setting it again after a timed ban has expired is a new,
-- permanent ban.
create function private.set_ban() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not new.is_banned then
    new.banned_until := null;
  elsif new.banned_until is not distinct from old.banned_until and old.banned_until <= now() then
    new.banned_until := null;
  end if;
  return new;
end $$;
comment on function private.set_ban() is 'Trigger: keeps banned_until in step with the flag.';

-- Roles and rights ----------------------------------------------------------------------------------------------------

-- Questions about the caller. Policies write `(select private.…())`, so that each is evaluated once per statement and not once per row.

create function private.session_meets_mfa() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(auth.jwt() ->> 'aal', '') = 'aal2'
    or not exists (select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified')
$$;
comment on function private.session_meets_mfa() is 'False for an aal1 session of an account that has a verified second factor.';
grant execute on function private.session_meets_mfa() to service_role;

-- Whoever has the password or the mailbox of a member of staff must not have the site. Token and session must both say aal2:
-- a token from before the second factor was proven stays worthless for this, and one from before a factor was removed becomes it.

-- Never null: "if not" takes that for a yes.
create function private.has_role(roles text[]) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.profiles p
    where p.id = auth.uid() and p.role = any (roles)
      and not (p.is_banned and (p.banned_until is null or p.banned_until > now()))
  ) and coalesce(auth.jwt() ->> 'aal', '') = 'aal2' and coalesce(private.session_aal(), '') = 'aal2';
end $$;
comment on function private.has_role(text[]) is
  'Whether the caller has one of the roles, is not banned, and has proven a second factor in this session, which has not ended. Reads the rows, not only the token: a change takes effect immediately.';
grant execute on function private.has_role(text[]) to service_role;

create function private.is_admin() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.has_role(array['admin']);
end $$;
comment on function private.is_admin() is 'The caller is an unbanned admin whose session is aal2.';
grant execute on function private.is_admin() to anon, authenticated, service_role;

create function private.is_moderator() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.has_role(array['moderator', 'admin']);
end $$;
comment on function private.is_moderator() is 'The caller is an unbanned moderator or admin whose session is aal2.';
grant execute on function private.is_moderator() to anon, authenticated, service_role;

create function private.require_moderator() returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_moderator() then perform private.refuse_staff(array['moderator', 'admin'], 'member.not_allowed.team'); end if;
end $$;
comment on function private.require_moderator() is 'Ends the call with 42501 unless the caller is a moderator or admin at aal2. Hints not_allowed, mfa_needed.';
grant execute on function private.require_moderator() to authenticated;

create function private.require_admin() returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_admin() then perform private.refuse_staff(array['admin'], 'member.not_allowed.admins'); end if;
end $$;
comment on function private.require_admin() is 'Ends the call with 42501 unless the caller is an admin at aal2. Hints not_allowed, mfa_needed.';
grant execute on function private.require_admin() to authenticated;

create function private.may_write() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.profiles p
    where p.id = auth.uid() and not p.needs_invite and (p.nickname is not null or p.age_confirmed_at is not null)
      and not (p.is_banned and (p.banned_until is null or p.banned_until > now()))
  ) and private.is_proven();
end $$;
comment on function private.may_write() is
  'The caller is a member whose session has not ended and has proven the second factor if there is one, is not banned, has redeemed an invite if one was needed, and has said to be at least 16 or has had a nickname before that was asked: may post, comment, vote, react.';
grant execute on function private.may_write() to anon, authenticated, service_role;

create function private.require_nickname() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_client() and not exists (select from public.public_profiles p where p.id = auth.uid()) then
    perform private.refuse('member.nickname_required');
  end if;
  return new;
end $$;
comment on function private.require_nickname() is 'Trigger: posting and commenting require a nickname (authors reference public_profiles).';

create function public.is_admin() returns boolean
language sql stable set search_path = '' as $$ select private.is_admin() $$;
comment on function public.is_admin() is 'RPC: whether the caller is an admin with full rights now: unbanned, and at aal2.';
grant execute on function public.is_admin() to anon, authenticated, service_role;

create function public.is_moderator() returns boolean
language sql stable set search_path = '' as $$ select private.is_moderator() $$;
comment on function public.is_moderator() is 'RPC: whether the caller is a moderator or admin with full rights now: unbanned, and at aal2.';
grant execute on function public.is_moderator() to anon, authenticated, service_role;

-- Reports -------------------------------------------------------------------------------------------------------------

create function private.is_staff_member(member uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.profiles p where p.id = member and p.role in ('moderator', 'admin'));
end $$;
comment on function private.is_staff_member(uuid) is 'Whether somebody belongs to the team, banned or not.';
grant execute on function private.is_staff_member(uuid) to authenticated, service_role;

-- Admin: writing ------------------------------------------------------------------------------------------------------

-- Actions of the team on a member's account. Each writes one row of the log, checks who may do what to whom, and takes effect
-- immediately.

create function private.other_staff_rule(member uuid) returns public.profiles
language plpgsql security definer set search_path = '' as $$
declare found_member public.profiles;
begin
  perform private.require_moderator();
  select * into found_member from public.profiles p where p.id = member for update;
  if not found then
    perform private.refuse('member.member_gone', '23503');
  end if;
  if member = auth.uid() then
    perform private.refuse('member.own_account', '42501');
  end if;
  if found_member.role <> 'user' and not private.is_admin() then
    perform private.refuse('member.staff_by_admins', '42501');
  end if;
  return found_member;
end $$;
comment on function private.other_staff_rule(uuid) is
  'The member, locked, when the caller may act on them: staff, never oneself, and on staff only admins. Hints not_allowed, member_gone, own_account, staff_by_admins.';

create function private.lock_admins() returns void
language sql security definer set search_path = '' as $$ select pg_advisory_xact_lock(hashtextextended('admins', 0)) $$;
comment on function private.lock_admins() is 'Serialises changes of who is an admin, so that two cannot remove each other.';

-- Guards that hold for every client -----------------------------------------------------------------------------------

create function private.other_admin_than(member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles p where p.role = 'admin' and p.id <> member and not private.is_banned(p.id))
$$;
comment on function private.other_admin_than(uuid) is 'Whether somebody else is an unbanned admin.';

create function private.require_another_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_admins();
  if not private.other_admin_than(old.id) then
    perform private.refuse('member.last_admin', '42501');
  end if;
  return new;
end $$;
comment on function private.require_another_admin() is 'Trigger: at least one unbanned admin remains, also when two remove each other concurrently.';

-- Staff act with a second factor only ---------------------------------------------------------------------------------

create function private.refuse_staff(roles text[], which text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from public.profiles p where p.id = auth.uid() and p.role = any (roles)) and not private.is_banned(auth.uid()) then
    perform private.refuse('auth.mfa_needed.team', '42501');
  end if;
  perform private.refuse(which, '42501');
end $$;
comment on function private.refuse_staff(text[], text) is
  'Refuses with 42501: hint mfa_needed when only the second factor is missing, otherwise this one of domain/src/member/refusals.ts.';
grant execute on function private.refuse_staff(text[], text) to authenticated;
