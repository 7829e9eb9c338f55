-- Pages ---------------------------------------------------------------------------------------------------------------

-- The comments below a post: two levels.

-- A definer function, because behind row-level security the order by score could not use its index; it returns comments of approved
-- posts only.
create function private.list_comments(post uuid, best boolean, after text, wanted integer)
returns table (id uuid, keys text[])
language plpgsql stable security definer rows 25 set search_path = '' as $$
declare
  -- Sorts before every row, so that the first page and later ones share one plan with an index condition.
  last constant text[] := coalesce(private.cursor_parts(after, case when best then '{integer,instant,uuid}'::text[] else '{instant,uuid}' end),
    case when best then '{2147483647,infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}'::text[] else '{infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}' end);
begin
  if not exists (select from public.community_posts p where p.id = post and p.status = 'approved') then return; end if;
  if best then
    return query
      select c.id, array[(c.hearts_count - c.poops_count)::text, c.created_at::text, c.id::text]
      from public.comments c
      where c.post_id = post and c.parent_id is null
        and (c.hearts_count - c.poops_count, c.created_at, c.id) < (last[1]::integer, last[2]::timestamptz, last[3]::uuid)
      order by c.hearts_count - c.poops_count desc, c.created_at desc, c.id desc
      limit wanted;
  else
    return query
      select c.id, array[c.created_at::text, c.id::text]
      from public.comments c
      where c.post_id = post and c.parent_id is null
        and (c.created_at, c.id) < (last[1]::timestamptz, last[2]::uuid)
      order by c.created_at desc, c.id desc
      limit wanted;
  end if;
end $$;
comment on function private.list_comments(uuid, boolean, text, integer) is 'Ids of the top-level comments of an approved post, best or newest first, after a cursor.';
grant execute on function private.list_comments(uuid, boolean, text, integer) to anon, authenticated, service_role;

-- A deleted comment keeps its place in the thread and nothing else.
create view private.comment_items with (security_invoker = on) as
select c.id, c.post_id, c.parent_id, c.created_at,
  case when c.deleted_at is not null
    then jsonb_build_object('id', c.id, 'parent_id', c.parent_id, 'content', '', 'mentions', null, 'is_deleted', true,
      'edited_at', null, 'created_at', c.created_at, 'author', null, 'is_author', false, 'is_team', false, 'hearts', 0, 'poops', 0)
    else jsonb_build_object('id', c.id, 'parent_id', c.parent_id, 'content', c.content, 'mentions', c.mentions, 'is_deleted', false,
      'edited_at', c.edited_at, 'created_at', c.created_at, 'author', m.ref, 'is_author', coalesce(c.author_id = p.author_id, false),
      'is_team', c.author_id is not null and c.author_id in (select private.team_members()),
      'hearts', c.hearts_count, 'poops', c.poops_count)
  end as item
from public.comments c
join public.community_posts p on p.id = c.post_id
left join private.member_refs m on m.id = c.author_id;
comment on view private.comment_items is 'Comments as comment, deleted ones without content and author.';

revoke all on private.comment_items from public, anon, authenticated, service_role;
grant select on private.comment_items to anon, authenticated, service_role;

create function public.comments_page(p_post_id text, p_sort text default 'best', p_after text default null, p_limit integer default 24) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  post constant uuid := private.as_uuid(p_post_id);
  wanted constant integer := private.page_limit(p_limit);
begin
  return (
    with listed as materialized (
      select l.id, l.keys, l.place, case when l.place <= wanted then private.count_replies(post, l.id) else 0 end as replies
      from private.list_comments(post, p_sort is distinct from 'new', p_after, wanted + 1) with ordinality as l (id, keys, place)
    ), folded as materialized (
      select l.id, jsonb_agg(r.item order by r.created_at, r.id) as items, count(*) as shown,
        (array_agg(r.id order by r.created_at desc, r.id desc))[1] as last
      from listed l
      cross join lateral (
        select i.id, i.item, i.created_at from private.comment_items i
        where i.post_id = post and i.parent_id = l.id
        order by i.created_at, i.id
        -- Up to five are not folded: a button for two would take as much room.
        limit case when l.replies > 5 then 3 else 5 end
      ) r
      where l.replies > 0
      group by l.id
    )
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(c.item || jsonb_build_object('replies', coalesce(f.items, '[]'::jsonb), 'reply_count', l.replies,
          'earlier', null, 'later', case when f.shown < l.replies then f.last end) order by l.place)
        from listed l
        join private.comment_items c on c.id = l.id
        left join folded f on f.id = l.id
        where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(variadic l.keys) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted)),
      'total', coalesce((select p.comments_count from public.community_posts p where p.id = post and p.status = 'approved'), 0),
      'at', now()));
end $$;
comment on function public.comments_page(text, text, text, integer) is
  'Comments of an approved post: top level best or new after a cursor, each with its first answers and their number (at most 1,000), and the time of the answer.';
grant execute on function public.comments_page(text, text, text, integer) to anon, authenticated, service_role;

-- Deep links to comments and suggestions for @mentions.

create function public.comment_thread(p_comment_id text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted constant uuid := private.as_uuid(p_comment_id);
  top uuid;
  post uuid;
  wanted_at timestamptz;
begin
  select coalesce(c.parent_id, c.id), c.post_id, c.created_at into top, post, wanted_at from public.comments c
    join public.community_posts p on p.id = c.post_id and p.status = 'approved' where c.id = wanted;
  if top is null then return null; end if;
  -- The comment itself begins the thread: its first answers. An answer: some before it and more after it.
  if top = wanted then wanted_at := '-infinity'; end if;
  return (
    with before as (
      select i.id, i.item, i.created_at from private.comment_items i
      where top <> wanted and i.post_id = post and i.parent_id = top and (i.created_at, i.id) < (wanted_at, wanted)
      order by i.created_at desc, i.id desc limit 6
    ), onwards as (
      select i.id, i.item, i.created_at from private.comment_items i
      where i.post_id = post and i.parent_id = top
        and (i.created_at, i.id) >= (wanted_at, case when top = wanted then '00000000-0000-0000-0000-000000000000' else wanted end)
      order by i.created_at, i.id limit 26
    ), window_of as (
      (select * from before order by created_at desc, id desc limit 5) union all (select * from onwards order by created_at, id limit 25)
    )
    select jsonb_build_object('post', public.post_path(post::text), 'thread', t.item || jsonb_build_object(
      'replies', coalesce((select jsonb_agg(w.item order by w.created_at, w.id) from window_of w), '[]'::jsonb),
      'reply_count', private.count_replies(post, top),
      'earlier', case when (select count(*) from before) > 5 then (select w.id from window_of w order by w.created_at, w.id limit 1) end,
      'later', case when (select count(*) from onwards) > 25 then (select w.id from window_of w order by w.created_at desc, w.id desc limit 1) end))
    from private.comment_items t where t.id = top
  );
end $$;
comment on function public.comment_thread(text) is
  'RPC: the thread of a comment on an approved post (its top level, and 5 answers before and 25 from the linked one on) and the post''s address; null when there is none.';
grant execute on function public.comment_thread(text) to anon, authenticated, service_role;

create function private.list_mentionable(post uuid, typed text, wanted integer) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  prefix constant text := replace(replace(replace(private.nickname_key(left(coalesce(typed, ''), 20)), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  listed uuid[] := '{}';
  person uuid;
begin
  if not exists (select from public.community_posts p where p.id = post and (p.status = 'approved' or p.author_id = auth.uid())) then
    return '{}';
  end if;
  -- One by one in order: most queries match among the first few, so six suggestions rarely need a hundred rows.
  for person in
    select near.id from (
      select p.author_id as id, 0 as place from public.community_posts p where p.id = post
      union all
      select t.id, t.place from private.people_of_thread(post, 100) with ordinality as t (id, place)
    ) near where near.id <> auth.uid() and private.hears(near.id) order by near.place
  loop
    exit when cardinality(listed) >= wanted;
    continue when person = any (listed);
    listed := listed || array(
      select m.id from public.public_profiles m where m.id = person and private.nickname_key(m.nickname) like prefix);
  end loop;
  -- All other members only for a non-empty query: an empty one would list the first of the alphabet.
  if cardinality(listed) >= wanted or prefix = '%' then return listed; end if;
  return listed || array(
    select m.id from public.public_profiles m
    where private.nickname_key(m.nickname) like prefix and m.id <> auth.uid() and m.id <> all (listed) and private.hears(m.id)
    order by private.nickname_key(m.nickname) using operator(pg_catalog.~<~) limit wanted - cardinality(listed));
end $$;
comment on function private.list_mentionable(uuid, text, integer) is
  'Members whose nickname begins with the query: author and commenters of the post first, then all by name. Never the caller.';
grant execute on function private.list_mentionable(uuid, text, integer) to authenticated;

create function public.mention_suggestions(p_post_id text, p_query text default '') returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare listed constant uuid[] := private.list_mentionable(private.as_uuid(p_post_id), p_query, 6);
begin
  return coalesce((
    select jsonb_agg(m.ref order by array_position(listed, m.id)) from private.member_refs m where m.id = any (listed)), '[]'::jsonb);
end $$;
comment on function public.mention_suggestions(text, text) is 'RPC: up to six members whose nickname begins with the query, those of the thread first; an empty query: only those.';
grant execute on function public.mention_suggestions(text, text) to authenticated, service_role;
