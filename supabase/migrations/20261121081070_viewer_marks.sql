-- What the caller has voted, reacted and followed, for the pages that everybody gets alike. Shapes: domain/src/contract/community.ts.

create function public.viewer_posts(p_ids uuid[]) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare me constant uuid := auth.uid();
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('post_id', asked.id, 'reaction', r.reaction, 'rumor_vote', v.vote, 'poll_option', o.option_id)
      order by asked.place)
    from (
      select given.id, min(given.place) as place from unnest(p_ids[1:100]) with ordinality as given (id, place)
      where given.id is not null group by given.id
    ) asked
    left join public.post_reactions r on r.post_id = asked.id and r.user_id = me
    left join public.rumor_votes v on v.post_id = asked.id and v.user_id = me
    left join public.poll_votes o on o.post_id = asked.id and o.user_id = me), '[]'::jsonb);
end $$;
comment on function public.viewer_posts(uuid[]) is 'RPC: the caller''s reaction and vote on up to 100 posts, one entry for each id asked.';

create function public.viewer_comments(p_post_id text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  post constant uuid := private.as_uuid(p_post_id);
  me constant uuid := auth.uid();
begin
  -- From the caller's side: a comment page has thousands of comments, one person few reactions.
  return jsonb_build_object('reactions', coalesce((
    select jsonb_agg(jsonb_build_object('comment_id', mine.comment_id, 'reaction', mine.reaction))
    from (
      select r.comment_id, r.reaction from public.comment_reactions r
      join public.comments c on c.id = r.comment_id
      where r.user_id = me and c.post_id = post
      order by r.updated_at desc
      limit 1000
    ) mine), '[]'::jsonb));
end $$;
comment on function public.viewer_comments(text) is 'RPC: the caller''s reactions to comments of one post, the 1,000 latest.';

create function private.own_star_votes(star uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'demand', (select v.value from public.demand_votes v where v.user_id = (select auth.uid()) and v.star_id = star),
    'realness', (select v.value from public.realness_votes v where v.user_id = (select auth.uid()) and v.star_id = star),
    'drama', (select v.value from public.drama_votes v where v.user_id = (select auth.uid()) and v.star_id = star))
$$;
comment on function private.own_star_votes(uuid) is 'The caller''s three votes on a star as ownStarVotes.';
grant execute on function private.own_star_votes(uuid) to authenticated;

create function public.viewer_star(p_star_id text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare star constant uuid := private.as_uuid(p_star_id);
begin
  return private.own_star_votes(star) || jsonb_build_object(
    'fan', exists (select from public.star_fans f where f.star_id = star and f.user_id = (select auth.uid())));
end $$;
comment on function public.viewer_star(text) is 'RPC: the caller''s three votes on a star, and whether they are a fan.';

create function public.viewer_fans(p_ids uuid[]) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return coalesce((
    select jsonb_agg(f.star_id) from public.star_fans f where f.star_id = any (p_ids[1:100]) and f.user_id = (select auth.uid())), '[]'::jsonb);
end $$;
comment on function public.viewer_fans(uuid[]) is 'RPC: those of up to 100 stars the caller is a fan of.';

-- /stars/voting ----------------------------------------------------------------------------------------------------------------

create function private.own_rated_stars() returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare me constant uuid := auth.uid();
begin
  return array(
    select d.star_id from public.demand_votes d
    join public.realness_votes r on r.user_id = me and r.star_id = d.star_id
    join public.drama_votes a on a.user_id = me and a.star_id = d.star_id
    join public.stars s on s.id = d.star_id and s.is_active
    where d.user_id = me);
end $$;
comment on function private.own_rated_stars() is 'Active stars about which the caller has answered all three questions.';

-- Definer, because the stars come in the order of an index only without row-level security; it names active stars only.
create function private.list_unrated_stars(rated uuid[], wanted integer) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare listed uuid[];
begin
  listed := array(
    select x.star_id from public.star_scores x join public.stars s on s.id = x.star_id
    where x.rank is not null and s.is_active and x.star_id <> all (rated)
    order by x.rank limit wanted);
  if cardinality(listed) = wanted then return listed; end if;
  return listed || array(
    select s.id from public.stars s
    where s.is_active and s.id <> all (rated)
      and exists (select from public.star_scores x where x.star_id = s.id and x.rank is null)
    order by s.sort_key, s.id limit wanted - cardinality(listed));
end $$;
comment on function private.list_unrated_stars(uuid[], integer) is 'Active stars that are not among the rated: by rank, then the unranked by name.';
grant execute on function private.own_rated_stars(), private.list_unrated_stars(uuid[], integer) to authenticated;

create function public.voting_page(p_limit integer default 10) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  rated constant uuid[] := private.own_rated_stars();
  listed constant uuid[] := private.list_unrated_stars(rated, private.page_limit(p_limit, 10, 50));
begin
  return jsonb_build_object(
    'rated', cardinality(rated),
    'total', coalesce((select sum(l.stars_count) from private.star_letters l), 0),
    'stars', coalesce((
      select jsonb_agg(c.card || jsonb_build_object('mine', private.own_star_votes(c.id)) order by array_position(listed, c.id))
      from private.star_cards c where c.id = any (listed)), '[]'::jsonb));
end $$;
comment on function public.voting_page(integer) is 'RPC of /stars/voting: active stars the caller has not fully rated, best first, and how many of all are rated.';
