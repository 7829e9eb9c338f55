-- The comments below a post: two levels.

create index comments_best on public.comments (post_id, (hearts_count - poops_count) desc, created_at desc, id desc) where parent_id is null;
create index comments_newest on public.comments (post_id, created_at desc, id desc) where parent_id is null;
create index comments_replies on public.comments (post_id, parent_id, created_at, id) where parent_id is not null;

create index profiles_team on public.profiles (id) where role in ('moderator', 'admin');

-- Roles are in profiles, which others cannot read; who belongs to the team is no secret.
create function private.team_members() returns setof uuid
language sql stable security definer rows 10 set search_path = '' as $$
  select id from public.profiles where role in ('moderator', 'admin')
$$;
comment on function private.team_members() is 'Ids of moderators and admins, for the Team badge.';

-- A definer function because the score behind row-level security loses its index; it names comments of approved posts only.
create function private.list_comments(post uuid, best boolean, after text, wanted integer)
returns table (id uuid, keys text[])
language plpgsql stable security definer rows 25 set search_path = '' as $$
declare
  -- Before every row there is, so that the first page and the others share one plan with an index condition.
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
grant execute on function private.team_members(), private.list_comments(uuid, boolean, text, integer) to anon, authenticated, service_role;

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
grant select on private.comment_items to anon, authenticated, service_role;

create function public.comments_page(p_post_id text, p_sort text default 'beste', p_after text default null, p_limit integer default 24) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  post constant uuid := private.as_uuid(p_post_id);
  wanted constant integer := private.page_limit(p_limit);
begin
  return (
    with listed as materialized (
      select l.id, l.keys, l.place
      from private.list_comments(post, p_sort is distinct from 'neu', p_after, wanted + 1) with ordinality as l (id, keys, place)
    ), replies as materialized (
      select r.parent_id, jsonb_agg(r.item order by r.created_at, r.id) as items
      from listed l
      cross join lateral (
        select i.parent_id, i.item, i.created_at, i.id from private.comment_items i
        where i.post_id = post and i.parent_id = l.id
        order by i.created_at, i.id
        limit 500
      ) r
      where l.place <= wanted
      group by r.parent_id
    )
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(c.item || jsonb_build_object('replies', coalesce(r.items, '[]'::jsonb)) order by l.place)
        from listed l
        join private.comment_items c on c.id = l.id
        left join replies r on r.parent_id = l.id
        where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(variadic l.keys) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted)),
      'total', coalesce((select p.comments_count from public.community_posts p where p.id = post and p.status = 'approved'), 0)));
end $$;
comment on function public.comments_page(text, text, text, integer) is
  'Comments of an approved post: top level beste or neu after a cursor, each with its replies, oldest first (at most 500).';
revoke execute on function public.comments_page(text, text, text, integer) from public;
grant execute on function public.comments_page(text, text, text, integer) to anon, authenticated, service_role;
