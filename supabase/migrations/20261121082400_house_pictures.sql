-- Pictures of stars and news. Objects are named stars/{uuid}.webp and news/{uuid}.webp; the team adds and removes them, everybody
-- sees them by their public address. Like avatars, files go only through the storage service.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('pictures', 'pictures', true, 4 * 1024 * 1024, array['image/webp', 'image/png', 'image/jpeg']);

create function private.is_house_picture(object text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(object ~ '^(stars|news)/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.webp$', false)
$$;
comment on function private.is_house_picture(text) is 'Whether an object''s name is stars/{uuid}.webp or news/{uuid}.webp.';
grant execute on function private.is_house_picture(text) to authenticated, service_role;

create policy "staff add house pictures" on storage.objects for insert to authenticated
  with check (bucket_id = 'pictures' and private.is_house_picture(name) and (select private.is_moderator()));
create policy "staff list house pictures" on storage.objects for select to authenticated
  using (bucket_id = 'pictures' and (select private.is_moderator()));
create policy "staff remove house pictures" on storage.objects for delete to authenticated
  using (bucket_id = 'pictures' and (select private.is_moderator()));

-- An address elsewhere would make every reader's browser call that server, and the content policy refuses to show it.
create function private.check_house_picture(address text, former text) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  prefix constant text := '/storage/v1/object/public/pictures/';
  object constant text := substr(address, char_length(prefix) + 1);
begin
  if address is null or address is not distinct from former then return; end if;
  if address <> prefix || object or not private.is_house_picture(object)
     or not exists (select from storage.objects o where o.bucket_id = 'pictures' and o.name = object) then
    raise exception 'Dieses Bild ist nicht hochgeladen.' using errcode = '23514', hint = 'picture_missing';
  end if;
end $$;
comment on function private.check_house_picture(text, text) is
  'Refuses an address that is neither the former one nor a picture that the team has uploaded.';
grant execute on function private.check_house_picture(text, text) to authenticated;
