-- What the comments of a post need beside comments_page: deep links and suggestions. Shapes: domain/src/contract/community.ts.

create function public.comment_thread(p_comment_id text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted constant uuid := private.as_uuid(p_comment_id);
  top uuid;
  post uuid;
begin
  select coalesce(c.parent_id, c.id), c.post_id into top, post from public.comments c
    join public.community_posts p on p.id = c.post_id and p.status = 'approved' where c.id = wanted;
  if top is null then return null; end if;
  return (
    select jsonb_build_object('post', public.post_path(post::text), 'thread', t.item || jsonb_build_object('replies', coalesce((
      select jsonb_agg(r.item order by r.created_at, r.id)
      from (
        select i.item, i.created_at, i.id from private.comment_items i
        where i.post_id = post and i.parent_id = top
        -- The one that was asked for is among them, however many there are.
        order by i.id = wanted desc, i.created_at, i.id
        limit 500
      ) r), '[]'::jsonb)))
    from private.comment_items t where t.id = top
  );
end $$;
comment on function public.comment_thread(text) is
  'RPC: the thread of a comment on an approved post (its top level with up to 500 replies) and the post''s address; null when there is none.';

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
  -- One by one in their order: most that is typed fits the first few, and a hundred need not be read for six.
  for person in
    select near.id from (
      select p.author_id as id, 0 as place from public.community_posts p where p.id = post
      union all
      select t.id, t.place from private.people_of_thread(post, 100) with ordinality as t (id, place)
    ) near where near.id <> auth.uid() order by near.place
  loop
    exit when cardinality(listed) >= wanted;
    continue when person = any (listed);
    listed := listed || array(
      select m.id from public.public_profiles m where m.id = person and private.nickname_key(m.nickname) like prefix);
  end loop;
  -- Everybody else only by what was typed: an empty query would list whoever comes first in the alphabet.
  if cardinality(listed) >= wanted or prefix = '%' then return listed; end if;
  return listed || array(
    select m.id from public.public_profiles m
    where private.nickname_key(m.nickname) like prefix and m.id <> auth.uid() and m.id <> all (listed)
    order by private.nickname_key(m.nickname) using operator(pg_catalog.~<~) limit wanted - cardinality(listed));
end $$;
comment on function private.list_mentionable(uuid, text, integer) is
  'Members whose nickname begins with what was typed: author and commenters of the post first, then all by name. Never the caller.';
grant execute on function private.list_mentionable(uuid, text, integer) to authenticated;

create function public.mention_suggestions(p_post_id text, p_query text default '') returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare listed constant uuid[] := private.list_mentionable(private.as_uuid(p_post_id), p_query, 6);
begin
  return coalesce((
    select jsonb_agg(m.ref order by array_position(listed, m.id)) from private.member_refs m where m.id = any (listed)), '[]'::jsonb);
end $$;
comment on function public.mention_suggestions(text, text) is 'RPC: up to six members whose nickname begins with the query, people of the thread first; an empty query: only those.';

revoke all on function public.comment_thread(text), public.mention_suggestions(text, text) from public, anon, authenticated;
grant execute on function public.comment_thread(text) to anon, authenticated, service_role;
grant execute on function public.mention_suggestions(text, text) to authenticated;
