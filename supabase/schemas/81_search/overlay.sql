-- Search --------------------------------------------------------------------------------------------------------------

-- The search overlay: all nouns, and popular content while the query is empty.

create view private.post_hits with (security_invoker = on) as
select p.id, p.last_activity_at, p.hot_rank, p.created_at,
  jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'created_at', p.created_at) as hit
from public.community_posts p
where p.status = 'approved';
comment on view private.post_hits is 'Approved posts as postHit.';

revoke all on private.post_hits from public, anon, authenticated, service_role;
grant select on private.post_hits to anon, authenticated, service_role;

-- Exact answers stay as they are: names that are only near are looked for when no star and no format has every word.
create function public.search_all(p_query text, p_limit integer default 5) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit, 5, 50);
  words constant text[] := private.search_words(p_query);
  patterns constant text[] := private.like_patterns(words);
  stars uuid[];
  formats uuid[];
  posts uuid[];
  some_stars uuid[];
  some_formats uuid[];
begin
  if cardinality(words) = 0 then
    return jsonb_build_object('stars', '[]'::jsonb, 'formats', '[]'::jsonb, 'posts', '[]'::jsonb);
  end if;
  stars := array(select l.id from private.list_stars('hot', null, words, null, wanted) l);
  formats := array(
    select f.id from private.format_refs f where f.search_key like all (patterns)
    order by private.match_tier(f.search_key, array_to_string(words, ' '), private.start_patterns(words)), f.search_key, f.id limit wanted);
  if cardinality(stars) = 0 and cardinality(formats) = 0 then
    select coalesce((array_agg(n.id order by n.at) filter (where n.kind = 'star' and n.is_whole))[:wanted], '{}'),
      coalesce((array_agg(n.id order by n.at) filter (where n.kind = 'format' and n.is_whole))[:wanted], '{}'),
      (array_agg(n.id order by n.at) filter (where n.kind = 'star' and not n.is_whole))[:wanted],
      (array_agg(n.id order by n.at) filter (where n.kind = 'format' and not n.is_whole))[:wanted]
    into stars, formats, some_stars, some_formats
    from private.near_names(p_query, 40) with ordinality as n (kind, id, errors, is_whole, at);
  end if;
  -- Outside of the query, because the planner would call it once more to estimate rows.
  posts := private.matching_posts(words, stars || formats, wanted);
  -- One bad word finds nothing: then the names that the other words find.
  if cardinality(stars || formats || posts) = 0 then
    stars := coalesce(some_stars, '{}');
    formats := coalesce(some_formats, '{}');
  end if;
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
  'Global search: active stars and formats by name, approved posts by tag, title or content. Every word must match; a blank query finds nothing.';
grant execute on function public.search_all(text, integer) to anon, authenticated, service_role;
