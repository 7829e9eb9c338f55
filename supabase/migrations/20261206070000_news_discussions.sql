-- Comments on an article, where the team wants them (docs/decisions/075-news-discussions.md) --------------------------------------------------

create table private.news_discussions (
  news_id uuid primary key references public.news on delete cascade,
  post_id uuid not null references public.community_posts on delete cascade
);
comment on table private.news_discussions is 'The discussion in Trashtalk to which an article leads. Not a column of news: opening one is no change of its text.';
create index news_discussions_post on private.news_discussions (post_id);
alter table private.news_discussions enable row level security;
revoke all on private.news_discussions from public, anon, authenticated;

create function private.discussion_of(news uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', p.id, 'type', p.type, 'slug', p.slug, 'created_at', p.created_at, 'comments', p.comments_count)
  from private.news_discussions d join public.community_posts p on p.id = d.post_id and p.status = 'approved'
  where d.news_id = discussion_of.news
$$;
comment on function private.discussion_of(uuid) is 'The public discussion about an article, {id, type, slug, created_at, comments}, or null.';

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
      perform private.refuse('Diese News ist noch nicht online.', 'news_not_online');
    end if;
    if not exists (select from public.community_posts p where p.id = set_discussion.post and p.type = 'discussion' and p.status = 'approved') then
      perform private.refuse('Diese Diskussion gibt es nicht.', 'not_a_discussion');
    end if;
    insert into private.news_discussions (news_id, post_id) values (article.id, set_discussion.post)
      on conflict (news_id) do update set post_id = excluded.post_id;
  end if;
  perform private.log_staff_action(case when post is null then 'close_discussion' else 'open_discussion' end, 'news', article.id::text,
    jsonb_build_object('name', left(article.title, 200)));
  return private.discussion_of(article.id);
end $$;
comment on function private.set_discussion(uuid, uuid) is 'See public.admin_set_discussion().';

create function public.admin_set_discussion(p_id uuid, p_post uuid default null) returns jsonb
language sql set search_path = '' as $$ select private.set_discussion(p_id, p_post) $$;
comment on function public.admin_set_discussion(uuid, uuid) is
  'RPC for staff: the discussion to which a published article leads, or none; {id, type, slug, created_at, comments}, null if there is none. Hints news_not_online, not_a_discussion.';
revoke execute on function private.discussion_of(uuid), private.set_discussion(uuid, uuid) from public;
grant execute on function private.discussion_of(uuid) to anon, authenticated, service_role;
grant execute on function private.set_discussion(uuid, uuid) to authenticated;
revoke all on function public.admin_set_discussion(uuid, uuid) from public, anon, authenticated;
grant execute on function public.admin_set_discussion(uuid, uuid) to authenticated;

create or replace function public.news_article(p_slug text) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.news_card(n) || jsonb_build_object('body', n.body, 'image_credit', n.image_credit, 'updated_at', n.updated_at,
    'tags', private.tags_of(n.tags), 'discussion', private.discussion_of(n.id),
    'more', coalesce((
      select jsonb_agg(private.news_card(o.x) order by (o.x).published_at desc, (o.x).id)
      from (select x from public.news x where x.published_at <= now() and x.id <> n.id order by x.published_at desc, x.id limit 3) o), '[]'::jsonb))
  from public.news n where n.slug = p_slug and n.published_at <= now()
$$;

create or replace function public.admin_news_page(p_state text default null, p_query text default null, p_after text default null, p_limit integer default 20)
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
