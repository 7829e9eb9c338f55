-- Profile pictures ----------------------------------------------------------------------------------------------------

-- Pictures of members. Objects are named {user id}/{uuid}.webp; their owner adds, lists and removes them, everybody sees them by
-- their public address. Files are removed by the storage service only: deleting rows here would leave the files behind.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('avatars', 'avatars', true, 2 * 1024 * 1024, array['image/webp', 'image/png', 'image/jpeg']);

create function private.own_avatars() returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from storage.objects o where o.bucket_id = 'avatars' and o.name like auth.uid()::text || '/%'
$$;
comment on function private.own_avatars() is 'Number of pictures the caller has in the bucket. Definer: a policy must not ask its own table.';

create function private.may_add_avatar() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.own_avatars() < 10 and exists (select from public.profiles p where p.id = auth.uid())
$$;
comment on function private.may_add_avatar() is 'Whether the caller may upload: ten pictures at most, and none by the token of a deleted account. Banned members may: it is their account.';
grant execute on function private.may_add_avatar() to authenticated, service_role;

create function private.is_own_avatar(object text, member uuid) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(object ~ ('^' || member::text || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.webp$'), false)
$$;
comment on function private.is_own_avatar(text, uuid) is 'Whether an object''s name is {member}/{uuid}.webp.';
grant execute on function private.is_own_avatar(text, uuid) to authenticated, service_role;

-- The profile's picture -----------------------------------------------------------------------------------------------

-- Any other address would let a member make every reader's browser call a server of the member's choice.
create function private.check_avatar() returns trigger
language plpgsql security definer set search_path = '' as $$
declare object constant text := substr(new.avatar_url, char_length(private.avatar_address('')) + 1);
begin
  if new.avatar_url <> private.avatar_address(object) or not private.is_own_avatar(object, new.id) then
    perform private.refuse('member.avatar_not_own');
  end if;
  if not exists (select from storage.objects o where o.bucket_id = 'avatars' and o.name = object) then
    perform private.refuse('member.avatar_missing');
  end if;
  return new;
end $$;
comment on function private.check_avatar() is 'Trigger: through the API a profile can only show an existing picture of its own.';

create policy "members add own avatars" on storage.objects for insert to authenticated
  with check (bucket_id = 'avatars' and private.is_own_avatar(name, (select auth.uid())) and (select private.may_add_avatar())
    and (select private.is_proven()));

create policy "members list own avatars" on storage.objects for select to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text and (select private.is_proven()));

create policy "members remove own avatars" on storage.objects for delete to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text and (select private.is_proven()));
