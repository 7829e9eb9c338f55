-- Admin ---------------------------------------------------------------------------------------------------------------

-- /admin/news: drafts, scheduled and published news.

create function private.news_state(published_at timestamptz) returns text
language sql stable set search_path = '' as $$
  select case when published_at is null then 'draft' when published_at > now() then 'scheduled' else 'online' end
$$;
comment on function private.news_state(timestamptz) is 'draft, scheduled or online.';
grant execute on function private.news_state(timestamptz) to authenticated;

create function public.admin_news_page(p_state text default null, p_query text default null, p_after text default null, p_limit integer default 20)
returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit, 20);
  last constant text[] := coalesce(private.cursor_parts(p_after, '{instant,uuid}'), '{infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}');
  state constant text := nullif(p_state, '');
  patterns constant text[] := private.like_patterns(private.search_words(p_query));
begin
  perform private.require_moderator();
  return (
    with listed as materialized (
      select n.*, row_number() over (order by coalesce(n.published_at, 'infinity'::timestamptz) desc, n.id desc) as place
      from (
        select * from public.news w
        where (coalesce(w.published_at, 'infinity'::timestamptz), w.id) < (last[1]::timestamptz, last[2]::uuid)
          and (state is null or private.news_state(w.published_at) = state)
          and private.search_fold(w.title) like all (patterns)
        order by coalesce(w.published_at, 'infinity'::timestamptz) desc, w.id desc limit wanted + 1
      ) n
    )
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(jsonb_build_object('id', l.id, 'slug', l.slug, 'title', l.title, 'excerpt', l.excerpt, 'image_url', l.image_url,
          'url', l.url, 'published_at', l.published_at, 'state', private.news_state(l.published_at), 'updated_at', l.updated_at,
          'author', m.nickname, 'tags', (select coalesce(jsonb_agg(t -> 'id'), '[]'::jsonb) from jsonb_array_elements(private.tags_of(l.tags)) t),
          'discussion', private.discussion_of(l.id)) order by l.place)
        from listed l left join public.public_profiles m on m.id = l.author_id where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(coalesce(l.published_at, 'infinity'::timestamptz)::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;
comment on function public.admin_news_page(text, text, text, integer) is
  'Page /admin/news for staff: state draft, scheduled or online, words of the title; drafts, then latest first; keyset cursor.';
grant execute on function public.admin_news_page(text, text, text, integer) to authenticated, service_role;

create function public.admin_news_item(p_id text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  perform private.require_moderator();
  return (
    select jsonb_build_object('id', n.id, 'slug', n.slug, 'title', n.title, 'excerpt', n.excerpt, 'body', n.body, 'image_url', n.image_url,
      'image_alt', n.image_alt, 'image_credit', n.image_credit, 'image_source', n.image_source, 'image_license', n.image_license,
      'tag_refs', private.tags_of(n.tags),
      'versions', private.news_versions_of(n.id),
      'url', n.url, 'published_at', n.published_at, 'state', private.news_state(n.published_at), 'updated_at', n.updated_at)
    from public.news n where n.id = private.as_uuid(p_id));
end $$;
comment on function public.admin_news_item(text) is 'One piece of news for the editor; null when there is none.';
grant execute on function public.admin_news_item(text) to authenticated, service_role;

create function public.admin_save_news(p_id uuid, p_seen timestamptz, p_values jsonb, p_publish_now boolean default false) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  was public.news;
  item public.news;
  saved jsonb;
begin
  perform private.require_moderator();
  select * into was from public.news n where n.id = p_id;
  item := jsonb_populate_record(was, p_values);
  item.title := coalesce(private.clean_line(item.title), '');
  item.excerpt := nullif(private.trim_text(private.clean_text(item.excerpt)), '');
  item.body := coalesce(private.trim_text(private.clean_text(item.body)), '');
  item.url := nullif(private.clean_line(item.url), '');
  item.image_alt := nullif(private.clean_line(item.image_alt), '');
  item.image_credit := nullif(private.clean_line(item.image_credit), '');
  item.image_source := nullif(private.clean_line(item.image_source), '');
  item.image_license := nullif(item.image_license, '');
  item.tags := coalesce(item.tags, '{}');
  if p_publish_now then item.published_at := now(); end if;
  if item.title = '' then perform private.refuse('news.title_missing'); end if;
  if char_length(item.title) > 200 then perform private.refuse('news.title_length'); end if;
  if char_length(item.excerpt) > 500 then perform private.refuse('news.excerpt_length'); end if;
  if char_length(item.body) > 50000 then perform private.refuse('news.content_length'); end if;
  if char_length(item.image_alt) > 300 then perform private.refuse('news.image_alt_length'); end if;
  if char_length(item.image_credit) > 200 then perform private.refuse('news.image_credit_length'); end if;
  if cardinality(item.tags) > 5 then perform private.refuse('post.too_many_tags'); end if;
  if exists (select from unnest(item.tags) t where not exists (select from public.stars s where s.id = t)
      and not exists (select from public.formats f where f.id = t)) then
    perform private.refuse('news.unknown_tag');
  end if;
  if item.image_source is not null and (char_length(item.image_source) > 500 or not private.is_web_address(item.image_source)) then
    perform private.refuse('news.image_source_invalid');
  end if;
  if item.url is not null and (char_length(item.url) > 500 or not private.is_web_address(item.url)) then
    perform private.refuse('news.source_url_invalid');
  end if;
  if p_id is not null and was.id is null then
    perform private.refuse('news.target_gone', '23503');
  end if;
  perform private.check_picture(item.image_url, was.image_url);
  saved := private.save_row('public.news', p_id::text,
    private.given_columns(to_jsonb(item), p_values || '{"published_at": null}'), coalesce(p_seen, '-infinity'));
  if saved is null then
    perform private.refuse('news.changed_meanwhile');
  end if;
  return jsonb_build_object('id', saved -> 'id', 'updated_at', saved -> 'updated_at',
    'state', private.news_state((saved ->> 'published_at')::timestamptz));
end $$;
comment on function public.admin_save_news(uuid, timestamptz, jsonb, boolean) is
  'RPC for staff: creates news (p_id null) or changes the item last changed at p_seen; p_values has a key for each column to set. Public from published_at on, immediately with p_publish_now; without either a draft.';
grant execute on function public.admin_save_news(uuid, timestamptz, jsonb, boolean) to authenticated, service_role;

create function public.admin_delete_news(p_id uuid) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.put_in_bin('news', (select n.title from public.news n where n.id = p_id), jsonb_build_object('news', jsonb_build_array(p_id)));
  delete from public.news n where n.id = p_id;
  if not found then perform private.refuse('news.target_gone', '23503'); end if;
end $$;
comment on function public.admin_delete_news(uuid) is 'RPC for admins: deletes a piece of news.';
grant execute on function public.admin_delete_news(uuid) to authenticated, service_role;
