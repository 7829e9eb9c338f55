-- The team may be called what passes for the team --------------------------------------------------------------------------------

-- "Max_vom_Team" is refused to members because somebody of the team is called so.

create function private.is_of_team(member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles p where p.id = member and p.role in ('moderator', 'admin'))
$$;
comment on function private.is_of_team(uuid) is 'Whether a member is moderator or admin, for what their name may be.';
revoke execute on function private.is_of_team(uuid) from public;

create or replace function private.nickname_problem(wanted text, member uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case
    -- One's own from before is still one's own.
    when exists (select from public.profiles p where p.id = member and p.nickname = wanted) then null
    when wanted is null or wanted !~ '^[A-Za-z0-9ÄÖÜäöüß_.]{3,20}$' or private.slugify(wanted) = '' or wanted ~ '^[._]|[._]$' then 'form'
    when private.looks_like_domain(wanted) then 'form'
    when private.is_reserved_name(wanted) and not private.is_of_team(member)
      or exists (select from private.reserved_nicknames r where r.word = private.name_skeleton(wanted)) or private.passes_for_staff(wanted, member) then 'reserved'
    when exists (select from public.profiles p where private.nickname_key(p.nickname) = private.nickname_key(wanted) and p.id <> member)
      or exists (select from public.profiles p where private.nickname_look(p.nickname) = private.nickname_look(wanted) and p.id <> member)
      -- Their old links lead to them.
      or exists (select from public.profile_slug_history h where h.old_slug = private.slugify(wanted) and h.profile_id <> member)
      then 'taken' end
$$;

create or replace function private.set_profile_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.nickname is null then
    if tg_op = 'UPDATE' and old.nickname is not null then
      raise exception 'Ein Nickname lässt sich ändern, aber nicht entfernen.' using errcode = '23514', hint = 'nickname_required';
    end if;
    new.slug := null;
    return new;
  end if;
  if tg_op = 'UPDATE' and new.nickname is not distinct from old.nickname then
    new.slug := old.slug;
    return new;
  end if;
  -- Here and not as a constraint: members who have such a name keep it, and a constraint would refuse every change of their row.
  if private.looks_like_domain(new.nickname) then
    raise exception 'Ein Nickname endet nicht wie eine Web-Adresse (.de, .com).' using errcode = '23514', hint = 'nickname_form';
  end if;
  -- What a person may take is for private.check_nickname(); this holds for the team, operators and imports as well.
  if exists (select from private.reserved_nicknames r where r.word = private.name_skeleton(new.nickname)) then
    raise exception 'Dieser Nickname ist reserviert.' using errcode = '23514', hint = 'nickname_reserved';
  end if;
  new.slug := private.free_profile_slug(new.nickname, new.id);
  return new;
end $$;
