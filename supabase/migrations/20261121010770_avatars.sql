-- Pictures of members. Objects are named {user id}/{uuid}.webp; their owner adds, lists and removes them, everybody sees them
-- by their public address. Files go only through the storage service: deleting rows here would leave them behind.

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
comment on function private.may_add_avatar() is 'Ten pictures at most, and none by the token of an account that is gone. Banned members may: it is their account.';

create function private.is_own_avatar(object text, member uuid) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(object ~ ('^' || member::text || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.webp$'), false)
$$;
comment on function private.is_own_avatar(text, uuid) is 'Whether an object''s name is {member}/{uuid}.webp.';
grant execute on function private.may_add_avatar(), private.is_own_avatar(text, uuid) to authenticated, service_role;

create policy "members add own avatars" on storage.objects for insert to authenticated
  with check (bucket_id = 'avatars' and private.is_own_avatar(name, (select auth.uid())) and (select private.may_add_avatar()));
create policy "members list own avatars" on storage.objects for select to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy "members remove own avatars" on storage.objects for delete to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);

-- The profile's picture ---------------------------------------------------------------------------------------------------

create function private.avatar_address(object text) returns text
language sql immutable strict parallel safe set search_path = '' as $$ select '/storage/v1/object/public/avatars/' || object $$;
comment on function private.avatar_address(text) is 'Public address of a picture, below the address of the backend.';
grant execute on function private.avatar_address(text) to authenticated, service_role;

-- Any other address would let a member make every reader's browser call a server of theirs.
create function private.check_avatar() returns trigger
language plpgsql security definer set search_path = '' as $$
declare object constant text := substr(new.avatar_url, char_length(private.avatar_address('')) + 1);
begin
  if new.avatar_url <> private.avatar_address(object) or not private.is_own_avatar(object, new.id) then
    raise exception 'Dieses Bild gehört nicht zu diesem Konto.' using errcode = '23514', hint = 'avatar_not_own';
  end if;
  if not exists (select from storage.objects o where o.bucket_id = 'avatars' and o.name = object) then
    raise exception 'Dieses Bild ist nicht hochgeladen.' using errcode = '23514', hint = 'avatar_missing';
  end if;
  return new;
end $$;
comment on function private.check_avatar() is 'Trigger: through the API a profile shows only a picture of its own that is there.';
create trigger profiles_15_avatar before update of avatar_url on public.profiles
  for each row when (private.is_client() and new.avatar_url is not null and new.avatar_url is distinct from old.avatar_url)
  execute function private.check_avatar();
