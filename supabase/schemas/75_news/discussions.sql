-- Comments on an article, where the team wants them (docs/decisions/075-news-discussions.md) --------------------------

create function private.discussion_of(news uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', p.id, 'type', p.type, 'slug', p.slug, 'created_at', p.created_at, 'comments', p.comments_count)
  from private.news_discussions d join public.community_posts p on p.id = d.post_id and p.status = 'approved'
  where d.news_id = discussion_of.news
$$;
comment on function private.discussion_of(uuid) is 'The public discussion about an article, {id, type, slug, created_at, comments}, or null.';
grant execute on function private.discussion_of(uuid) to anon, authenticated, service_role;

create function private.set_discussion(news uuid, post uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare article public.news;
begin
  perform private.require_moderator();
  select * into article from public.news n where n.id = set_discussion.news for update;
  if not found then return null; end if;
  if post is null then
    delete from private.news_discussions d where d.news_id = article.id;
  else
    if article.published_at is null or article.published_at > now() then
      perform private.refuse('news.news_not_online');
    end if;
    if not exists (select from public.community_posts p where p.id = set_discussion.post and p.type = 'discussion' and p.status = 'approved') then
      perform private.refuse('news.not_a_discussion');
    end if;
    insert into private.news_discussions (news_id, post_id) values (article.id, set_discussion.post)
      on conflict (news_id) do update set post_id = excluded.post_id;
  end if;
  perform private.log_staff_action(case when post is null then 'close_discussion' else 'open_discussion' end, 'news', article.id::text,
    jsonb_build_object('name', left(article.title, 200)));
  return private.discussion_of(article.id);
end $$;
comment on function private.set_discussion(uuid, uuid) is 'See public.admin_set_discussion().';
grant execute on function private.set_discussion(uuid, uuid) to authenticated;

create function public.admin_set_discussion(p_id uuid, p_post uuid default null) returns jsonb
language sql set search_path = '' as $$ select private.set_discussion(p_id, p_post) $$;
comment on function public.admin_set_discussion(uuid, uuid) is
  'RPC for staff: the discussion to which a published article leads, or none; {id, type, slug, created_at, comments}, null if there is none. Hints news_not_online, not_a_discussion.';
grant execute on function public.admin_set_discussion(uuid, uuid) to authenticated, service_role;
