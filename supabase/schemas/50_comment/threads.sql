-- Long threads are folded, and an open page learns what is new --------------------------------------------------------

-- A page brings the first answers and their number, since a comment can have 500; the rest is paged. An open page that missed
-- changes asks for these instead of replacing what somebody reads or writes (docs/product/comments.md).

create function private.count_replies(post uuid, root uuid) returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select count(*)::integer from (select from public.comments c where c.post_id = post and c.parent_id = root limit 1000) counted);
end $$;
comment on function private.count_replies(uuid, uuid) is
  'Answers to a comment, deleted ones included, at most 1,000. Definer, because behind row-level security each would be checked.';
grant execute on function private.count_replies(uuid, uuid) to anon, authenticated, service_role;

create function public.comment_replies(p_comment_id text, p_after text default null, p_before text default null, p_limit integer default 50) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  root constant uuid := private.as_uuid(p_comment_id);
  post constant uuid := (
    select c.post_id from public.comments c join public.community_posts p on p.id = c.post_id and p.status = 'approved' where c.id = root);
  wanted constant integer := private.page_limit(p_limit, 50);
  backwards constant boolean := p_before is not null;
  edge uuid;
  edge_at timestamptz;
begin
  select c.id, c.created_at into edge, edge_at from public.comments c where c.id = private.as_uuid(coalesce(p_before, p_after)) and c.parent_id = root;
  return (
    with listed as materialized (
      (select i.id, i.item, i.created_at from private.comment_items i
        where not backwards and i.post_id = post and i.parent_id = root
          and (i.created_at, i.id) > (coalesce(edge_at, '-infinity'), coalesce(edge, '00000000-0000-0000-0000-000000000000'))
        order by i.created_at, i.id limit wanted + 1)
      union all
      (select i.id, i.item, i.created_at from private.comment_items i
        where backwards and i.post_id = post and i.parent_id = root
          and (i.created_at, i.id) < (coalesce(edge_at, 'infinity'), coalesce(edge, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
        order by i.created_at desc, i.id desc limit wanted + 1)
    ), page as (
      select l.*, row_number() over (order by case when backwards then -extract(epoch from l.created_at) else extract(epoch from l.created_at) end,
        case when not backwards then l.id end, case when backwards then l.id end desc) as place
      from listed l
    )
    select jsonb_build_object(
      'items', coalesce(jsonb_agg(p.item order by p.created_at, p.id) filter (where p.place <= wanted), '[]'::jsonb),
      'more', count(*) > wanted)
    from page p);
end $$;
comment on function public.comment_replies(text, text, text, integer) is
  'RPC: answers to a comment of an approved post, oldest first, after or before one of them, and whether there are more on that side.';
grant execute on function public.comment_replies(text, text, text, integer) to anon, authenticated, service_role;

create function public.comment_news(p_post_id text, p_since timestamp with time zone, p_shown uuid[]) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  post constant uuid := private.as_uuid(p_post_id);
  me constant uuid := auth.uid();
begin
  if not exists (select from public.community_posts p where p.id = post and p.status = 'approved') then return null; end if;
  return jsonb_build_object(
    'at', now(),
    'total', (select p.comments_count from public.community_posts p where p.id = post),
    'fresh', coalesce((
      select jsonb_agg(jsonb_build_object('id', f.id, 'parent_id', f.parent_id, 'own', coalesce(f.author_id = me, false)) order by f.created_at, f.id)
      from (
        select c.id, c.parent_id, c.author_id, c.created_at from public.comments c
        where c.post_id = post and c.deleted_at is null and c.created_at > p_since and private.hears(c.author_id)
        order by c.created_at desc, c.id desc limit 1000
      ) f), '[]'::jsonb),
    'shown', coalesce((
      select jsonb_agg(jsonb_build_object('id', c.id, 'hearts', c.hearts_count, 'poops', c.poops_count, 'is_deleted', c.deleted_at is not null,
        'edit', case when c.deleted_at is null and c.edited_at > p_since - interval '1 minute'
          then jsonb_build_object('content', c.content, 'mentions', c.mentions, 'edited_at', c.edited_at) end))
      from public.comments c where c.id = any (p_shown[:1000]) and c.post_id = post), '[]'::jsonb));
end $$;
comment on function public.comment_news(text, timestamptz, uuid[]) is
  'RPC: what an open page missed since a time: the 1,000 latest new comments by id, and counters, deletions and edits of up to 1,000 shown ones; null for a post that is not approved.';
grant execute on function public.comment_news(text, timestamptz, uuid[]) to authenticated, service_role;

create function public.fresh_comments(p_post_id text, p_ids uuid[]) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare post constant uuid := private.as_uuid(p_post_id);
begin
  if not exists (select from public.community_posts p where p.id = post and p.status = 'approved') then return '[]'::jsonb; end if;
  return (
    with asked as materialized (
      select c.id, c.created_at, coalesce(c.parent_id, c.id) as top, c.parent_id from public.comments c
      where c.id = any (p_ids[:100]) and c.post_id = post
    ), answers as (
      select a.top, jsonb_agg(i.item order by a.created_at, a.id) as items, count(*) as number, (array_agg(a.id order by a.created_at, a.id))[1] as first
      from asked a join private.comment_items i on i.id = a.id where a.parent_id is not null group by a.top
    ), tops as (
      select distinct a.top, private.count_replies(post, a.top) as replies from asked a
    )
    select coalesce(jsonb_agg(t.item || jsonb_build_object('replies', coalesce(r.items, '[]'::jsonb), 'reply_count', o.replies,
      'earlier', case when o.replies > r.number then r.first end, 'later', null) order by t.created_at desc, t.id desc), '[]'::jsonb)
    from tops o join private.comment_items t on t.id = o.top left join answers r on r.top = o.top);
end $$;
comment on function public.fresh_comments(text, uuid[]) is
  'RPC: up to 100 comments of an approved post by id, answers inside their thread, which otherwise is not loaded; newest thread first.';
grant execute on function public.fresh_comments(text, uuid[]) to anon, authenticated, service_role;

create function private.latest_comments(wanted integer, post uuid default null) returns setof public.comments
language plpgsql stable security definer rows 20 set search_path = '' as $$
declare
  me constant uuid := auth.uid();
begin
  if post is null then
    return query select n.* from public.comments n
      join public.community_posts p on p.id = n.post_id and p.status = 'approved'
      where n.deleted_at is null and (me is null or private.hears(n.author_id))
        and (me is null or n.mentions is null or not private.names_silenced(me, n.mentions))
      order by n.created_at desc, n.id desc limit wanted;
  elsif exists (select from public.community_posts p where p.id = post and p.status = 'approved') then
    return query select n.* from public.comments n
      where n.post_id = post and n.deleted_at is null order by n.created_at desc, n.id desc limit wanted;
  end if;
end $$;
comment on function private.latest_comments(integer, uuid) is
  'The latest comments below approved posts, or below this one, newest first. A definer function for its plan; everybody may read them.';
grant execute on function private.latest_comments(integer, uuid) to anon, authenticated, service_role;
