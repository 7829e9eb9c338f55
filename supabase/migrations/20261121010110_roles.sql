-- Who is asking. Policies write `(select private.…())`, so that each is answered once per statement and not once per row.

create function private.session_meets_mfa() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(auth.jwt() ->> 'aal', '') = 'aal2'
    or not exists (select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified')
$$;
comment on function private.session_meets_mfa() is 'False for an aal1 session of an account that has a verified second factor (decisions §1).';

create function private.has_role(roles text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles p
    where p.id = auth.uid() and p.role = any (roles)
      and not (p.is_banned and (p.banned_until is null or p.banned_until > now()))
  ) and private.session_meets_mfa()
$$;
comment on function private.has_role(text[]) is 'Whether the caller has one of the roles, is not banned, and meets MFA. Reads the row, not the token: a change bites at once.';

create function private.is_admin() returns boolean
language sql stable security definer set search_path = '' as $$ select private.has_role(array['admin']) $$;
comment on function private.is_admin() is 'The caller is an unbanned admin whose session meets MFA.';

create function private.is_moderator() returns boolean
language sql stable security definer set search_path = '' as $$ select private.has_role(array['moderator', 'admin']) $$;
comment on function private.is_moderator() is 'The caller is an unbanned moderator or admin whose session meets MFA.';

create function private.require_moderator() returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_moderator() then
    raise exception 'Das darf nur das Team.' using errcode = '42501', hint = 'not_allowed';
  end if;
end $$;
comment on function private.require_moderator() is 'Ends the call with 42501 unless the caller is a moderator or admin.';

create function private.require_admin() returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Das dürfen nur Admins.' using errcode = '42501', hint = 'not_allowed';
  end if;
end $$;
comment on function private.require_admin() is 'Ends the call with 42501 unless the caller is an admin.';
grant execute on function private.require_moderator(), private.require_admin() to authenticated;

create function private.may_write() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles p
    where p.id = auth.uid() and not p.needs_invite
      and not (p.is_banned and (p.banned_until is null or p.banned_until > now()))
  )
$$;
comment on function private.may_write() is 'The caller is a member, not banned, and has redeemed an invite if one was needed: may post, comment, vote, react.';

create function private.require_nickname() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_client() and not exists (select from public.public_profiles p where p.id = auth.uid()) then
    raise exception 'Such dir zuerst einen Nickname aus.' using errcode = '23514', hint = 'nickname_required';
  end if;
  return new;
end $$;
comment on function private.require_nickname() is 'Trigger: who posts or comments has a nickname (authors reference public_profiles).';

grant execute on function private.is_admin(), private.is_moderator(), private.may_write() to anon, authenticated, service_role;
grant execute on function private.is_banned(uuid), private.has_role(text[]), private.session_meets_mfa() to service_role;

create function public.is_admin() returns boolean
language sql stable set search_path = '' as $$ select private.is_admin() $$;
comment on function public.is_admin() is 'RPC of specification §7: whether the caller is an admin with full rights now.';

create function public.is_moderator() returns boolean
language sql stable set search_path = '' as $$ select private.is_moderator() $$;
comment on function public.is_moderator() is 'RPC: whether the caller is a moderator or admin with full rights now.';

revoke all on function public.is_admin(), public.is_moderator() from public, anon, authenticated;
grant execute on function public.is_admin(), public.is_moderator() to anon, authenticated, service_role;

-- Profiles: guard, grants, policies (here, because they ask for roles) ---------------------------------------------------

-- role and is_banned are granted because admins set them through the API; nobody sets their own, on any path.
create function private.guard_profile() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not private.is_client() then return new; end if;
  if (new.role, new.is_banned) is distinct from (old.role, old.is_banned)
     and (old.id = auth.uid() or not private.is_admin()) then
    raise exception 'Rolle und Sperre ändern nur Admins, und nie die eigene.' using errcode = '42501', hint = 'not_allowed';
  end if;
  return new;
end $$;
comment on function private.guard_profile() is 'Trigger: role and ban only by admins and never one''s own.';
create trigger profiles_10_guard before update on public.profiles
  for each row execute function private.guard_profile();

alter table public.profiles enable row level security;
revoke all on public.profiles from public, anon, authenticated;
grant select on public.profiles to authenticated;
grant update (nickname, avatar_url, bio, role, is_banned) on public.profiles to authenticated;
grant all on public.profiles to service_role;
create policy "owner and admins read" on public.profiles for select to authenticated
  using (id = (select auth.uid()) or (select private.is_admin()));
-- A banned member may still edit the account (decisions §1: account and privacy actions).
create policy "owner and admins update" on public.profiles for update to authenticated
  using (id = (select auth.uid()) or (select private.is_admin()))
  with check (id = (select auth.uid()) or (select private.is_admin()));

alter table public.public_profiles enable row level security;
revoke all on public.public_profiles from public, anon, authenticated;
grant select on public.public_profiles to anon, authenticated;
grant all on public.public_profiles to service_role;
create policy "everybody reads" on public.public_profiles for select to anon, authenticated using (true);

alter table public.profile_slug_history enable row level security;
revoke all on public.profile_slug_history from public, anon, authenticated;
grant select on public.profile_slug_history to anon, authenticated;
grant all on public.profile_slug_history to service_role;
create policy "everybody reads" on public.profile_slug_history for select to anon, authenticated using (true);
