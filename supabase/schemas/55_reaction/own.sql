-- Own reactions and votes ---------------------------------------------------------------------------------------------

-- The caller's own votes, reactions and fans, for pages that are otherwise the same for everybody.

create function public.viewer_posts(p_ids uuid[]) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare me constant uuid := auth.uid();
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('post_id', asked.id, 'reaction', r.reaction, 'rumor_vote', v.vote, 'poll_option', o.option_id,
      'saved', s.post_id is not null, 'sticker', k.sticker) order by asked.place)
    from (
      select given.id, min(given.place) as place from unnest(p_ids[1:100]) with ordinality as given (id, place)
      where given.id is not null group by given.id
    ) asked
    left join public.post_reactions r on r.post_id = asked.id and r.user_id = me
    left join public.rumor_votes v on v.post_id = asked.id and v.user_id = me
    left join public.poll_votes o on o.post_id = asked.id and o.user_id = me
    left join public.saved_posts s on s.post_id = asked.id and s.user_id = me
    left join public.post_stickers k on k.post_id = asked.id and k.user_id = me), '[]'::jsonb);
end $$;
comment on function public.viewer_posts(uuid[]) is 'RPC: the caller''s reaction and vote on up to 100 posts, and whether they are saved; one entry for each id asked.';
grant execute on function public.viewer_posts(uuid[]) to authenticated, service_role;

create function public.viewer_comments(p_post_id text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  post constant uuid := private.as_uuid(p_post_id);
  me constant uuid := auth.uid();
  since constant timestamptz := (select r.read_at from public.comment_reads r where r.user_id = me and r.post_id = post);
  unread uuid[];
begin
  unread := array(
    select c.id from public.comments c
    where c.post_id = post and c.deleted_at is null and c.created_at > since and c.author_id is distinct from me
      and private.hears(c.author_id)
    order by c.created_at, c.id limit 1000);
  -- Starts from the caller's reactions, which are few, and not from the comments, which can be thousands.
  return jsonb_build_object('reactions', coalesce((
    select jsonb_agg(jsonb_build_object('comment_id', mine.comment_id, 'reaction', mine.reaction))
    from (
      select r.comment_id, r.reaction from public.comment_reactions r
      join public.comments c on c.id = r.comment_id
      where r.user_id = me and c.post_id = post
      order by r.updated_at desc
      limit 1000
    ) mine), '[]'::jsonb),
    'unread', cardinality(unread),
    'first_unread', unread[1],
    'newest', (select c.id from public.comments c where c.post_id = post and c.deleted_at is null order by c.created_at desc limit 1));
end $$;
comment on function public.viewer_comments(text) is
  'RPC: the caller''s reactions to comments of one post, the 1,000 latest; how many others wrote since they last read (at most 1,000), the first of these, and the newest of all.';
grant execute on function public.viewer_comments(text) to authenticated, service_role;
