-- The profile's picture -----------------------------------------------------------------------------------------------

create function private.avatar_address(object text) returns text
language sql immutable strict parallel safe set search_path = '' as $$ select '/storage/v1/object/public/avatars/' || object $$;
comment on function private.avatar_address(text) is 'Public address of a picture, below the address of the backend.';
grant execute on function private.avatar_address(text) to authenticated, service_role;

-- Pictures of stars and news ------------------------------------------------------------------------------------------

-- Pictures of stars and news. Objects are named stars/{uuid}.webp and news/{uuid}.webp; the team adds and removes them, everybody
-- sees them by their public address. As with avatars, files are removed by the storage service only.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('pictures', 'pictures', true, 4 * 1024 * 1024, array['image/webp', 'image/png', 'image/jpeg']);

create function private.is_picture_name(object text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(object ~ '^(stars|news)/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.webp$', false)
$$;
comment on function private.is_picture_name(text) is 'Whether an object''s name is stars/{uuid}.webp or news/{uuid}.webp.';
grant execute on function private.is_picture_name(text) to authenticated, service_role;

-- A foreign address would make every reader's browser call that server, and the content security policy would block it.
create function private.check_picture(address text, former text) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  prefix constant text := '/storage/v1/object/public/pictures/';
  object constant text := substr(address, char_length(prefix) + 1);
begin
  if address is null or address is not distinct from former then return; end if;
  if address <> prefix || object or not private.is_picture_name(object)
     or not exists (select from storage.objects o where o.bucket_id = 'pictures' and o.name = object) then
    perform private.refuse('url.picture_missing');
  end if;
end $$;
comment on function private.check_picture(text, text) is
  'Refuses an address that is neither the former one nor a picture uploaded by the team.';
grant execute on function private.check_picture(text, text) to authenticated;

-- Addresses in rows written directly ----------------------------------------------------------------------------------

create function private.check_pictures() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_client() then
    perform private.check_picture(to_jsonb(new) ->> tg_argv[0], case when tg_op = 'UPDATE' then to_jsonb(old) ->> tg_argv[0] end);
  end if;
  return new;
end $$;
comment on function private.check_pictures() is 'Trigger (column): a new picture in it is one that the team uploaded.';
grant execute on function private.check_pictures() to authenticated, service_role;

-- Pictures in the text of an article (docs/decisions/079-article-pictures.md) -----------------------------------------

create function private.text_pictures(body text) returns setof text
language sql immutable parallel safe set search_path = '' as $$
  select distinct m[1] from regexp_matches(body, '/storage/v1/object/public/pictures/(news/[0-9a-f-]{36}\.webp)', 'g') m
$$;
comment on function private.text_pictures(text) is 'Names of the pictures in the text of an article (domain/src/news/article.ts).';

create function private.check_text_pictures() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from private.text_pictures(new.body) p (name)
    where (tg_op = 'INSERT' or p.name not in (select o.name from private.text_pictures(old.body) o (name)))
      and not exists (select from storage.objects o where o.bucket_id = 'pictures' and o.name = p.name)) then
    perform private.refuse('url.picture_missing');
  end if;
  return new;
end $$;
comment on function private.check_text_pictures() is 'Trigger: a picture that comes into the text of an article is there.';

create function private.used_pictures() returns setof text
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select split_part(s.avatar_url, '/pictures/', 2) as name from public.stars s where s.avatar_url is not null
    union select split_part(n.image_url, '/pictures/', 2) from public.news n where n.image_url is not null
    union select p.name from public.news n cross join lateral private.text_pictures(n.body) p (name)
    -- An earlier text can be taken back; its pictures stay as long as what lies in the bin.
    union select p.name from private.news_versions v cross join lateral private.text_pictures(v.body) p (name)
      where private.restorable_until(v.replaced_at) > now()
    union select split_part(coalesce(r.content ->> 'avatar_url', r.content ->> 'image_url', ''), '/pictures/', 2)
      from private.binned_rows r where r.table_name in ('public.stars', 'public.news')
    union select p.name from private.binned_rows r cross join lateral private.text_pictures(r.content ->> 'body') p (name)
      where r.table_name in ('public.news', 'private.news_versions');
end $$;
comment on function private.used_pictures() is
  'Names of the pictures of the team that a star, an article, an earlier text of one or something in the bin shows.';

-- The app removes what it has replaced, also after an answer that was lost, when it cannot know what is stored.
create function private.is_picture_used(object text) returns boolean
language sql stable security definer set search_path = '' as $$ select exists (select from private.used_pictures() u (name) where u.name = object) $$;
comment on function private.is_picture_used(text) is 'Whether something shows a picture of the team, or may show it again.';
grant execute on function private.is_picture_used(text) to authenticated;

create function private.delete_unused_pictures() returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- supabase/storage, pull request 817: the setting.
  perform set_config('storage.allow_delete_query', 'true', true);
  with used as materialized (select u.name from private.used_pictures() u (name))
  delete from storage.objects o where o.bucket_id = 'pictures' and split_part(o.name, '/', 1) in ('stars', 'news')
    and o.created_at < now() - interval '30 days' and not exists (select from used u where u.name = o.name);
  perform set_config('storage.allow_delete_query', 'false', true);
end $$;
comment on function private.delete_unused_pictures() is
  'Deletes pictures of the team that nothing has shown for 30 days: of abandoned forms, of removed lines, and of what left the bin.';

create policy "staff add pictures" on storage.objects for insert to authenticated
  with check (bucket_id = 'pictures' and private.is_picture_name(name) and (select private.is_moderator()));

create policy "staff list pictures" on storage.objects for select to authenticated
  using (bucket_id = 'pictures' and (select private.is_moderator()));

create policy "staff remove pictures" on storage.objects for delete to authenticated
  using (bucket_id = 'pictures' and (select private.is_moderator()) and not private.is_picture_used(name));

-- Credits -------------------------------------------------------------------------------------------------------------

create function private.is_credited(author text, license text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select author is not null or coalesce(license in ('public_domain', 'cc0'), false)
$$;
comment on function private.is_credited(text, text) is 'Whether a picture of the team says enough of who made it: its author, or a licence that needs none (pictureLicenses of domain).';
grant execute on function private.is_credited(text, text) to authenticated;
