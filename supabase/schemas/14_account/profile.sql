-- Nickname, bio and picture -------------------------------------------------------------------------------------------

create function private.nickname_problem(wanted text, member uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case
    -- One's own from before is still one's own.
    when exists (select from public.profiles p where p.id = member and p.nickname = wanted) then null
    when wanted is null or wanted !~ '^[A-Za-z0-9ÄÖÜäöüß_.]{3,20}$' or private.slugify(wanted) = '' or wanted ~ '^[._]|[._]$' then 'form'
    when private.looks_like_domain(wanted) then 'form'
    when private.is_reserved_name(wanted) and not private.is_of_team(member)
      or exists (select from private.reserved_nicknames r where r.word = private.name_skeleton(wanted)) or private.passes_for_staff(wanted, member)
      or private.rule_refuses_name(wanted, member) then 'reserved'
    when exists (select from public.profiles p where private.nickname_key(p.nickname) = private.nickname_key(wanted) and p.id <> member)
      or exists (select from public.profiles p where private.nickname_look(p.nickname) = private.nickname_look(wanted) and p.id <> member)
      -- Their old links lead to them.
      or exists (select from public.profile_slug_history h where h.old_slug = private.slugify(wanted) and h.profile_id <> member)
      then 'taken' end
$$;
comment on function private.nickname_problem(text, uuid) is 'Why a member cannot have a nickname: form, reserved, taken; null when it is free.';
grant execute on function private.nickname_problem(text, uuid) to authenticated;

create function private.typed_nickname(typed text) returns text
language sql immutable strict parallel safe set search_path = '' as $$ select normalize(btrim(private.collapse_marks(left(typed, 200))), nfc) $$;
comment on function private.typed_nickname(text) is 'A nickname as typed → as stored.';
grant execute on function private.typed_nickname(text) to authenticated;

create function public.nickname_available(p_nickname text) returns jsonb
language plpgsql set search_path = '' as $$
declare problem text;
begin
  perform private.use_quota('nickname questions', 100);
  problem := private.nickname_problem(private.typed_nickname(p_nickname), auth.uid());
  return jsonb_build_object('available', problem is null, 'reason', problem);
end $$;
comment on function public.nickname_available(text) is 'RPC: {available, reason: form | reserved | taken | null}; one''s own counts as available. 429 after 100 calls in five minutes.';
grant execute on function public.nickname_available(text) to authenticated, service_role;

create function public.set_nickname(p_nickname text, p_age_text integer default null) returns jsonb
language plpgsql set search_path = '' as $$
declare
  wanted constant text := private.typed_nickname(p_nickname);
  problem constant text := private.nickname_problem(wanted, auth.uid());
  answer jsonb;
begin
  perform private.require_proven();
  if problem in ('form', 'reserved') then
    perform private.refuse(case problem when 'form' then 'member.nickname_form' else 'member.nickname_reserved' end);
  end if;
  -- Said at the button that sends this (docs/decisions/149-at-least-sixteen.md).
  perform private.confirm_age(p_age_text);
  update public.profiles p set nickname = wanted where p.id = (select auth.uid()) returning private.own_profile_of(p) into answer;
  return answer;
exception when unique_violation then
  -- Also after a race: another member has taken the nickname or its slug since the check.
  perform private.refuse('member.nickname_taken', '23505');
end $$;
comment on function public.set_nickname(text, integer) is
  'RPC: sets the caller''s nickname and slug; returns the profile. p_age_text: version of the sentence by which the caller said to be at least 16, needed with the first nickname unless the registration had it. Hints nickname_form, nickname_reserved, nickname_taken, age_required. '
  'No quota: the table counts nicknames, and the age is said once.';
grant execute on function public.set_nickname(text, integer) to authenticated, service_role;

create function public.update_own_profile(p_bio text, p_avatar_path text, p_seen jsonb default null) returns jsonb
language plpgsql set search_path = '' as $$
declare
  wanted constant text := nullif(private.trim_text(private.clean_text(p_bio)), '');
  picture constant text := nullif(p_avatar_path, '');
  -- What is as it was when the form was filled is nobody's wish: another tab may have changed it since.
  keeps_bio constant boolean := coalesce(p_seen ? 'bio' and wanted is not distinct from p_seen ->> 'bio', false);
  keeps_picture constant boolean := coalesce(p_seen ? 'avatar_path' and picture is not distinct from p_seen ->> 'avatar_path', false);
  answer jsonb;
begin
  if char_length(p_bio) > 500 then
    perform private.refuse('member.bio_too_long');
  end if;
  -- The name of an object in the bucket: `avatars/{member}/{uuid}.webp`.
  perform private.require_short(p_avatar_path, 500, 'member.avatar_missing');
  if p_seen ? 'bio' and not keeps_bio and exists (
    select from public.profiles p where p.id = (select auth.uid()) and p.bio is distinct from p_seen ->> 'bio' and p.bio is distinct from wanted for update)
  then
    perform private.refuse('member.changed_meanwhile');
  end if;
  update public.profiles p set bio = case when keeps_bio then p.bio else wanted end,
      avatar_url = case when keeps_picture then p.avatar_url else private.avatar_address(picture) end
    where p.id = (select auth.uid()) returning private.own_profile_of(p) into answer;
  return answer;
end $$;
comment on function public.update_own_profile(text, text, jsonb) is
  'RPC: bio and picture (object name in bucket avatars) as they should be, null removes; returns the profile. p_seen {bio, avatar_path}: as the form was filled; what equals it stays as it is. Hints bio_too_long, avatar_not_own, avatar_missing, changed_meanwhile (another bio since).';
grant execute on function public.update_own_profile(text, text, jsonb) to authenticated, service_role;

-- Search engines ------------------------------------------------------------------------------------------------------

create function private.search_listing_of_caller() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_proven();
  return (
    select jsonb_build_object('wanted', p.in_search_engines, 'listed', p.nickname is not null and private.is_listed(p.id))
    from public.profiles p where p.id = auth.uid());
end $$;
comment on function private.search_listing_of_caller() is 'What the caller chose about search engines, and whether their profile may be listed now; null without a profile.';
grant execute on function private.search_listing_of_caller() to authenticated;

create function private.choose_search_listing(wanted boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_proven();
  update public.profiles p set in_search_engines = coalesce(wanted, false) where p.id = auth.uid();
  if not found then
    perform private.refuse('member.account_gone', '42501');
  end if;
end $$;
comment on function private.choose_search_listing(boolean) is 'Lets search engines list the caller''s profile, or not.';
grant execute on function private.choose_search_listing(boolean) to authenticated;

create function public.own_search_listing() returns jsonb
language sql stable set search_path = '' as $$ select private.search_listing_of_caller() $$;
comment on function public.own_search_listing() is
  'RPC: {wanted, listed}: whether the caller lets search engines list the profile, and whether they may now.';
grant execute on function public.own_search_listing() to authenticated, service_role;

create function public.set_search_listing(p_wanted boolean) returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.choose_search_listing(p_wanted);
  return private.search_listing_of_caller();
end $$;
comment on function public.set_search_listing(boolean) is
  'RPC: whether search engines may list the caller''s profile; returns own_search_listing(). Banned members may choose too. '
  'No quota: a choice for each member.';
grant execute on function public.set_search_listing(boolean) to authenticated, service_role;
