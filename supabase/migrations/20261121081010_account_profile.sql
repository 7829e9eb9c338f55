-- Nickname, bio and picture. The rule of nicknames is domain/src/member/nickname.ts; supabase/tests compares the two.

create trigger profiles_05_rate before update of nickname on public.profiles
  for each row when (new.nickname is distinct from old.nickname) execute function private.limit_rate('nicknames', '30');

create function private.nickname_problem(wanted text, member uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when wanted is null or wanted !~ '^[A-Za-z0-9ÄÖÜäöüß_.]{3,20}$' or private.slugify(wanted) = '' then 'form'
    when exists (select from private.reserved_nicknames r where r.word = replace(private.slugify(wanted), '-', '')) then 'reserved'
    when exists (select from public.profiles p where private.nickname_key(p.nickname) = private.nickname_key(wanted) and p.id <> member)
      then 'taken' end
$$;
comment on function private.nickname_problem(text, uuid) is 'Why a member cannot have a nickname: form, reserved, taken; null when nothing is in the way.';
grant execute on function private.nickname_problem(text, uuid) to authenticated;

create function private.typed_nickname(typed text) returns text
language sql immutable strict parallel safe set search_path = '' as $$ select normalize(btrim(left(typed, 200)), nfc) $$;
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
comment on function public.nickname_available(text) is 'RPC: {available, reason: form | reserved | taken | null}; one''s own counts as available. 429 after 100 questions in five minutes.';

create function public.set_nickname(p_nickname text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  wanted constant text := private.typed_nickname(p_nickname);
  problem constant text := private.nickname_problem(wanted, auth.uid());
  answer jsonb;
begin
  if problem in ('form', 'reserved') then
    raise exception '%', case problem when 'form' then 'Dieser Nickname passt nicht.' else 'Dieser Nickname ist reserviert.' end
      using errcode = '23514', hint = 'nickname_' || problem;
  end if;
  update public.profiles p set nickname = wanted where p.id = (select auth.uid()) returning private.own_profile_of(p) into answer;
  return answer;
exception when unique_violation then
  -- Also when somebody was faster since the question, or took the same address.
  raise exception 'Diesen Nickname hat schon jemand.' using errcode = '23505', hint = 'nickname_taken';
end $$;
comment on function public.set_nickname(text) is 'RPC: gives the caller a nickname and the address of it; answers the profile. Hints nickname_form, nickname_reserved, nickname_taken.';

create function public.update_own_profile(p_bio text, p_avatar_path text) returns jsonb
language plpgsql set search_path = '' as $$
declare answer jsonb;
begin
  if char_length(p_bio) > 500 then
    raise exception 'Der Text über dich darf höchstens 500 Zeichen haben.' using errcode = '23514', hint = 'bio_too_long';
  end if;
  update public.profiles p set bio = nullif(btrim(p_bio, E' \n\t'), ''), avatar_url = private.avatar_address(nullif(p_avatar_path, ''))
    where p.id = (select auth.uid()) returning private.own_profile_of(p) into answer;
  return answer;
end $$;
comment on function public.update_own_profile(text, text) is
  'RPC: bio and picture (object name in bucket avatars) as they shall be, null removes; answers the profile. Hints bio_too_long, avatar_not_own, avatar_missing.';

revoke all on function public.nickname_available(text), public.set_nickname(text), public.update_own_profile(text, text)
  from public, anon, authenticated;
grant execute on function public.nickname_available(text), public.set_nickname(text), public.update_own_profile(text, text) to authenticated;
