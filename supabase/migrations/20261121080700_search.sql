-- The search overlay: everything, and what is popular while nothing is typed.

-- Behind row-level security LIKE cannot use the trigram index, so a definer function that names approved posts only.
-- Common words fill the page from the latest posts; only what is rare there goes on to the index, whose answer is then short.
create function private.matching_posts(words text[], tags uuid[], wanted integer) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  patterns constant text[] := private.like_patterns(words);
  condition constant text := private.word_condition(words, 'k.search_key');
  hits uuid[];
  seen timestamptz[];
begin
  if cardinality(words) = 0 then return '{}'; end if;
  execute format('select coalesce(array_agg(hit.id), ''{}''), array_agg(hit.last_activity_at) from (
      select recent.id, recent.last_activity_at
      from (select p.id, p.last_activity_at from public.community_posts p where p.status = ''approved''
        order by p.last_activity_at desc, p.id desc limit 200) recent
      join private.post_search k on k.post_id = recent.id
      where %s
      order by recent.last_activity_at desc, recent.id desc limit $2) hit', condition)
    into hits, seen using patterns, wanted;
  if cardinality(hits) < wanted then
    execute format('select coalesce(array_agg(hit.id), ''{}''), array_agg(hit.last_activity_at) from (
        select p.id, p.last_activity_at
        from (select k.post_id from private.post_search k where %s limit 5000) found
        join public.community_posts p on p.id = found.post_id and p.status = ''approved''
        order by p.last_activity_at desc, p.id desc limit $2) hit', condition)
      into hits, seen using patterns, wanted;
  end if;
  return array(
    select candidate.post_id
    from (
      select hit.post_id, hit.last_activity_at from unnest(hits, seen) as hit (post_id, last_activity_at)
      union
      -- Holds approved posts only, with when each was last active: no row of a post is read for those that others surpass.
      select t.post_id, t.last_activity_at from unnest(tags) as tag (id)
      cross join lateral (
        select x.post_id, x.last_activity_at from private.tagged_posts x where x.tag_id = tag.id
        order by x.last_activity_at desc, x.post_id desc limit wanted) t
    ) candidate
    order by candidate.last_activity_at desc, candidate.post_id desc
    limit wanted);
end $$;
comment on function private.matching_posts(text[], uuid[], integer) is
  'Ids of approved posts, latest activity first, that contain every word in title or content or carry one of the tags.';
grant execute on function private.matching_posts(text[], uuid[], integer) to anon, authenticated, service_role;

create view private.post_hits with (security_invoker = on) as
select p.id, p.last_activity_at, p.hot_rank, p.created_at,
  jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'created_at', p.created_at) as hit
from public.community_posts p
where p.status = 'approved';
comment on view private.post_hits is 'Approved posts as postHit.';
grant select on private.post_hits to anon, authenticated, service_role;

create function public.search_all(p_query text, p_limit integer default 5) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit, 5, 50);
  words constant text[] := private.search_words(p_query);
  patterns constant text[] := private.like_patterns(words);
  stars uuid[];
  formats uuid[];
  posts uuid[];
begin
  if cardinality(words) = 0 then
    return jsonb_build_object('stars', '[]'::jsonb, 'formats', '[]'::jsonb, 'posts', '[]'::jsonb);
  end if;
  stars := array(select l.id from private.list_stars('hot', null, words, null, wanted) l);
  formats := array(
    select f.id from private.format_refs f where f.search_key like all (patterns) order by f.search_key, f.id limit wanted);
  -- Not within the query: the planner would call it once more to guess how many there are.
  posts := private.matching_posts(words, stars || formats, wanted);
  return jsonb_build_object(
    'stars', coalesce((
      select jsonb_agg(c.ref order by array_position(stars, c.id)) from private.star_cards c where c.id = any (stars)), '[]'::jsonb),
    'formats', coalesce((
      select jsonb_agg(f.ref order by array_position(formats, f.id)) from private.format_refs f where f.id = any (formats)), '[]'::jsonb),
    'posts', coalesce((
      select jsonb_agg(h.hit order by h.last_activity_at desc, h.id desc)
      from private.post_hits h where h.id = any (posts)), '[]'::jsonb));
end $$;
comment on function public.search_all(text, integer) is
  'Global search (specification §5): active stars and formats by name, approved posts by tag, title or content. Every word must match; a blank query finds nothing.';

create function public.popular_content() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    with stars as (
      select picked.ref, row_number() over (order by picked.seen desc, picked.views desc, picked.rank, picked.sort_key) as place from (
        (select c.id, c.ref, true as seen, t.views, c.rank, c.sort_key
         from private.popular_targets t join private.star_cards c on c.id = t.target_id
         where t.kind = 'star' order by t.views desc, c.id limit 3)
        union all
        (select c.id, c.ref, false, 0, c.rank, c.sort_key
         from private.star_cards c
         where c.rank <= 6 and not exists (select from private.popular_targets t where t.kind = 'star' and t.target_id = c.id)
         order by c.rank limit 3)
      ) picked
    ), posts as (
      select picked.hit, row_number() over (order by picked.seen desc, picked.views desc, picked.hot_rank desc, picked.id) as place from (
        (select h.id, h.hit, true as seen, t.views, h.hot_rank
         from private.popular_targets t join private.post_hits h on h.id = t.target_id
         where t.kind = 'post' order by t.views desc, h.id limit 2)
        union all
        (select h.id, h.hit, false, 0, h.hot_rank
         from private.post_hits h
         -- Hotness grows with the time of posting: this bound ends the walk where posts of the last seven days can no longer be.
         where h.hot_rank >= extract(epoch from now() - interval '7 days')::double precision / 45000 - 7
           -- Not as a bound of an index: the planner would join two and sort what they have in common.
           and now() - h.created_at <= interval '7 days'
           and not exists (select from private.popular_targets t where t.kind = 'post' and t.target_id = h.id)
         order by h.hot_rank desc, h.id limit 2)
      ) picked
    )
    select jsonb_build_object(
      'stars', coalesce((select jsonb_agg(ref order by place) from stars where place <= 3), '[]'::jsonb),
      'posts', coalesce((select jsonb_agg(hit order by place) from posts where place <= 2), '[]'::jsonb))
  );
end $$;
comment on function public.popular_content() is
  'Search without a query: up to three stars and two posts, most viewed in seven days, filled up with the best-ranked stars and the hottest posts of these days.';

revoke execute on function public.search_all(text, integer), public.popular_content() from public;
grant execute on function public.search_all(text, integer), public.popular_content() to anon, authenticated, service_role;
