-- Resetting a profile -------------------------------------------------------------------------------------------------

create function private.check_profile_parts(member uuid, parts text[]) returns void
language plpgsql stable set search_path = '' as $$
begin
  if coalesce(cardinality(parts), 0) = 0 or not parts <@ '{nickname,bio,avatar}'::text[] then
    perform private.refuse('moderation.case_parts');
  end if;
  if private.is_staff_member(member) and not private.is_admin() then
    perform private.refuse('moderation.staff_profile', '42501');
  end if;
end $$;
comment on function private.check_profile_parts(uuid, text[]) is 'Refuses to take nothing out of a profile, and moderators to change the team''s.';

create function private.take_down_profile(member uuid, parts text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare before public.profiles;
begin
  select * into before from public.profiles p where p.id = member for update;
  insert into private.removed_profiles (member_id, nickname, bio, picture, removed_by)
    values (member, case when 'nickname' = any (parts) then before.nickname end, case when 'bio' = any (parts) then before.bio end,
      'avatar' = any (parts) and before.avatar_url is not null, auth.uid());
  update public.profiles p set
      nickname = case when 'nickname' = any (parts) then private.stored_text('member.reset_nickname', left(replace(gen_random_uuid()::text, '-', ''), 8)) else p.nickname end,
      bio = case when 'bio' = any (parts) then null else p.bio end,
      avatar_url = case when 'avatar' = any (parts) then null else p.avatar_url end
    where p.id = member;
  if not 'avatar' = any (parts) then return; end if;
  -- The files go too, so that the address of the picture answers 404 (as in private.erase_member()).
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o where o.bucket_id = 'avatars' and o.name like member::text || '/%';
  perform set_config('storage.allow_delete_query', 'false', true);
end $$;
comment on function private.take_down_profile(uuid, text[]) is
  'Resets nickname, text or picture of a reported profile, and keeps what they were for an appeal.';

create function private.restore_profile(decision public.moderation_actions, why text) returns text
language plpgsql security definer set search_path = '' as $$
declare removed private.removed_profiles;
begin
  delete from private.removed_profiles x
    where x.member_id = decision.target_user_id and x.removed_at = decision.created_at returning x.* into removed;
  if not found then return 'profile_lost'; end if;
  -- What the member has chosen since is theirs.
  update public.profiles p set bio = coalesce(p.bio, removed.bio) where p.id = decision.target_user_id;
  if removed.nickname is not null and private.nickname_problem(removed.nickname, decision.target_user_id) is null then
    update public.profiles p set nickname = removed.nickname
      where p.id = decision.target_user_id
        and case when removed.renamed_to is null then p.nickname ~ '^Mitglied_[0-9a-f]{8}$' else p.nickname = removed.renamed_to end;
  end if;
  insert into public.moderation_actions (target_type, target_user_id, action, reason, admin_id)
    values ('profile', decision.target_user_id, 'restored', why, auth.uid());
  return case when removed.picture then 'profile_without_picture' else 'profile_back' end;
end $$;
comment on function private.restore_profile(public.moderation_actions, text) is
  'Gives a profile back what a lifted decision took, unless the member has changed it since; returns what that did, as private.effect_text() says it.';

-- Lists and figures ---------------------------------------------------------------------------------------------------

create function private.case_profile(kind text, subject uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('member', m.ref, 'bio', p.bio) from public.public_profiles p join private.member_refs m on m.id = p.id
  where kind = 'profile' and p.id = subject
$$;
comment on function private.case_profile(text, uuid) is 'The reported profile as everybody sees it; null when the target is no profile, or gone.';
