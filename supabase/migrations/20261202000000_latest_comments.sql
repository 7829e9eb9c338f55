-- Latest comments by index. Their order ends with the id, which the indexes lacked: comments of one moment were all read and sorted. And
-- behind row-level security the planner reads the id of every post, to know which comments it may show.
drop index public.comments_latest;
-- For the latest comments below a post and their authors, also as suggestions for @mentions. With the author, so that 500 rows are an
-- index-only scan.
create index comments_latest on public.comments (post_id, created_at desc, id desc) include (author_id) where deleted_at is null;
drop index public.comments_created_at;
create index comments_created_at on public.comments (created_at, id);

create function private.latest_comments(wanted integer, post uuid default null) returns setof public.comments
language plpgsql stable security definer rows 20 set search_path = '' as $$
begin
  if post is null then
    return query select n.* from public.comments n
      join public.community_posts p on p.id = n.post_id and p.status = 'approved'
      where n.deleted_at is null order by n.created_at desc, n.id desc limit wanted;
  elsif exists (select from public.community_posts p where p.id = post and p.status = 'approved') then
    return query select n.* from public.comments n
      where n.post_id = post and n.deleted_at is null order by n.created_at desc, n.id desc limit wanted;
  end if;
end $$;
comment on function private.latest_comments(integer, uuid) is
  'The latest comments below approved posts, or below this one, newest first. A definer function for its plan; everybody may read them.';
grant execute on function private.latest_comments(integer, uuid) to anon, authenticated, service_role;

create or replace function public.post_live(p_id text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare wanted constant uuid := private.as_uuid(p_id);
begin
  return (
    select jsonb_build_object('post', c.card, 'updated_at', p.updated_at, 'comments', coalesce((
        select jsonb_agg(jsonb_build_object('id', n.id, 'created_at', n.created_at) order by n.created_at desc, n.id desc)
        from private.latest_comments(20, wanted) n), '[]'::jsonb))
    from public.community_posts p
    join private.post_cards c on c.id = p.id
    where p.id = wanted
  );
end $$;

create or replace function public.posts_aside(p_tag text default null) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare tag constant uuid := private.as_uuid(p_tag);
begin
  return jsonb_build_object(
    'topic', private.tag_ref(tag),
    'topics', coalesce((
      select jsonb_agg(jsonb_build_object('tag', t.ref, 'posts', t.posts) order by t.place)
      from (
        select w.posts, w.place, x.ref from private.week_topics w cross join lateral (select private.tag_ref(w.tag_id) as ref) x
        where x.ref is not null order by w.place limit 12) t), '[]'::jsonb),
    'comments', coalesce((
      select jsonb_agg(jsonb_build_object('id', c.id, 'excerpt', private.excerpt(c.content, 180), 'created_at', c.created_at, 'author', m.ref, 'post',
        jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'created_at', p.created_at))
        order by c.created_at desc, c.id desc)
      from private.latest_comments(3) c
      join public.community_posts p on p.id = c.post_id
      left join private.member_refs m on m.id = c.author_id), '[]'::jsonb));
end $$;
