-- Profiles: guard, grants, policies (here, because they ask for roles) ------------------------------------------------

-- role and is_banned are granted because admins set them through the API; the guard keeps everybody from setting their own.
create function private.guard_profile() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not private.is_client() then return new; end if;
  if (new.role, new.is_banned) is distinct from (old.role, old.is_banned)
     and (old.id = auth.uid() or not private.is_admin()) then
    perform private.refuse('member.not_allowed.role', '42501');
  end if;
  return new;
end $$;
comment on function private.guard_profile() is 'Trigger: role and ban only by admins and never one''s own.';

-- Roles are in profiles, which others cannot read; who is on the team is public.
create function private.team_members() returns setof uuid
language sql stable security definer rows 10 set search_path = '' as $$
  select id from public.profiles where role in ('moderator', 'admin')
$$;
comment on function private.team_members() is 'Ids of moderators and admins, for the Team badge.';
grant execute on function private.team_members() to anon, authenticated, service_role;

create function private.require_age() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_client() and new.age_confirmed_at is null then
    perform private.refuse('member.age_required');
  end if;
  return new;
end $$;
comment on function private.require_age() is
  'Trigger: nobody gets a first nickname who has not said to be at least 16. Those who had one before are not asked.';
