-- Earlier texts -------------------------------------------------------------------------------------------------------

create function private.keep_news_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.news_versions (news_id, title, excerpt, body, replaced_by)
    values (old.id, old.title, old.excerpt, old.body, auth.uid());
  delete from private.news_versions v where v.news_id = old.id and v.id <= (
    select x.id from private.news_versions x where x.news_id = old.id order by x.id desc offset 30 limit 1);
  return null;
end $$;
comment on function private.keep_news_version() is 'Trigger: keeps what a change replaces.';

create function private.news_versions_of(item uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  return coalesce((
    select jsonb_agg(jsonb_build_object('title', v.title, 'excerpt', v.excerpt, 'body', v.body, 'replaced_at', v.replaced_at,
      'replaced_by', m.nickname) order by v.id desc)
    from private.news_versions v left join public.public_profiles m on m.id = v.replaced_by where v.news_id = item), '[]'::jsonb);
end $$;
comment on function private.news_versions_of(uuid) is 'Earlier texts of a piece of news for staff, latest first.';
grant execute on function private.news_versions_of(uuid) to authenticated;

-- Pages ---------------------------------------------------------------------------------------------------------------

create function private.news_card(n public.news) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object('id', n.id, 'slug', n.slug, 'title', n.title, 'excerpt', n.excerpt, 'has_text', n.body <> '',
    'image_url', n.image_url, 'image_alt', n.image_alt, 'url', n.url, 'published_at', n.published_at);
end $$;
comment on function private.news_card(public.news) is 'A piece of news in a list, as newsItem.';
grant execute on function private.news_card(public.news) to anon, authenticated, service_role;

create function private.latest_news(before timestamptz, before_id uuid, wanted integer) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    with listed as materialized (
      select x.n, row_number() over (order by (x.n).published_at desc, (x.n).id) as place
      from (
        select w as n from public.news w
        where w.published_at is not null and w.published_at <= now()
          and (before is null or w.published_at < before or (w.published_at = before and w.id > before_id))
        order by w.published_at desc, w.id limit wanted + 1
      ) x
    )
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(private.news_card(l.n) order by l.place) from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (select private.cursor_of((l.n).published_at::text, (l.n).id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted)))
  );
end $$;
comment on function private.latest_news(timestamptz, uuid, integer) is 'Published news after a place in the list, latest first: {items, next}.';
grant execute on function private.latest_news(timestamptz, uuid, integer) to anon, authenticated, service_role;

create function public.news_page(p_after text default null, p_limit integer default 20) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare last constant text[] := private.cursor_parts(p_after, '{instant,uuid}');
begin
  return private.latest_news(last[1]::timestamptz, last[2]::uuid, private.page_limit(p_limit, 20, 50));
end $$;
comment on function public.news_page(text, integer) is 'Page /news: published news, latest first; keyset cursor.';
grant execute on function public.news_page(text, integer) to anon, authenticated, service_role;

create function public.news_article(p_slug text) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.news_card(n) || jsonb_build_object('body', n.body, 'image_credit', n.image_credit, 'image_source', n.image_source, 'image_license', n.image_license,
    'updated_at', n.updated_at,
    'tags', private.tags_of(n.tags), 'discussion', private.discussion_of(n.id),
    'more', coalesce((
      select jsonb_agg(private.news_card(o.x) order by (o.x).published_at desc, (o.x).id)
      from (select x from public.news x where x.published_at <= now() and x.id <> n.id order by x.published_at desc, x.id limit 3) o), '[]'::jsonb))
  from public.news n where n.slug = p_slug and n.published_at <= now()
$$;
comment on function public.news_article(text) is 'Page /news/{slug}: a published piece of news with text, tags and the three latest others; null when there is none.';
grant execute on function public.news_article(text) to anon, authenticated, service_role;
