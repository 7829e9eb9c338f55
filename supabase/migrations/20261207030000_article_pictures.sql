-- Pictures in the text of an article (docs/decisions/079-article-pictures.md) ----------------------------------------------------------

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
    raise exception 'Dieses Bild ist nicht hochgeladen.' using errcode = '23514', hint = 'picture_missing';
  end if;
  return new;
end $$;
comment on function private.check_text_pictures() is 'Trigger: a picture that comes into the text of an article is there.';
create trigger news_05_text_pictures before insert or update of body on public.news
  for each row when (private.is_client()) execute function private.check_text_pictures();

create function private.delete_unused_pictures() returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- supabase/storage, pull request 817: the setting.
  perform set_config('storage.allow_delete_query', 'true', true);
  with used as materialized (
    select split_part(s.avatar_url, '/pictures/', 2) as name from public.stars s where s.avatar_url is not null
    union select split_part(n.image_url, '/pictures/', 2) from public.news n where n.image_url is not null
    union select p.name from public.news n cross join lateral private.text_pictures(n.body) p (name)
    -- An earlier text can be taken back; its pictures stay as long as what lies in the bin.
    union select p.name from private.news_versions v cross join lateral private.text_pictures(v.body) p (name)
      where private.restorable_until(v.replaced_at) > now()
    union select split_part(coalesce(r.content ->> 'avatar_url', r.content ->> 'image_url', ''), '/pictures/', 2)
      from private.binned_rows r where r.table_name in ('public.stars', 'public.news')
    union select p.name from private.binned_rows r cross join lateral private.text_pictures(r.content ->> 'body') p (name)
      where r.table_name in ('public.news', 'private.news_versions')
  )
  delete from storage.objects o where o.bucket_id = 'pictures' and split_part(o.name, '/', 1) in ('stars', 'news')
    and o.created_at < now() - interval '30 days' and not exists (select from used u where u.name = o.name);
  perform set_config('storage.allow_delete_query', 'false', true);
end $$;
comment on function private.delete_unused_pictures() is
  'Deletes pictures of the team that nothing has shown for 30 days: of abandoned forms, of removed lines, and of what left the bin.';

create or replace function private.empty_bin() returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.bin b where private.restorable_until(b.removed_at) <= now();
  perform private.delete_unused_pictures();
end $$;

revoke execute on function private.text_pictures(text), private.check_text_pictures(), private.delete_unused_pictures() from public;
