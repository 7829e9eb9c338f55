-- Cards ---------------------------------------------------------------------------------------------------------------

-- Building blocks of pages: views that run as the caller (row-level security decides) and that the planner can inline.
-- Their jsonb columns have the shapes of domain's contract: *_ref where name and picture are enough, *_card in lists.

create view private.star_cards with (security_invoker = on) as
select s.id, s.slug, s.sort_key, x.hot_score, x.rank,
  jsonb_build_object('id', s.id, 'slug', s.slug, 'first_name', s.first_name, 'last_name', s.last_name, 'nickname', s.nickname,
    'avatar_url', s.avatar_url) || private.distinguished(s.id, s.sort_key, s.search_key) as ref,
  jsonb_build_object('id', s.id, 'slug', s.slug, 'first_name', s.first_name, 'last_name', s.last_name, 'nickname', s.nickname,
    'avatar_url', s.avatar_url, 'hot_score', x.hot_score, 'votes', x.votes_count, 'rank', x.rank,
    'rank_week_ago', case when x.rank is not null then x.rank_week_ago end) || private.distinguished(s.id, s.sort_key, s.search_key) as card
from public.stars s
join public.star_scores x on x.star_id = s.id
where s.is_active;
comment on view private.star_cards is 'Active stars as starRef and starCard. Score and ranks are null below the minimum of weighing votes.';

revoke all on private.star_cards from public, anon, authenticated, service_role;
grant select on private.star_cards to anon, authenticated, service_role;

-- Pages ---------------------------------------------------------------------------------------------------------------

-- /stars and a star.

create function public.stars_page(
  p_sort text default 'hot', p_letter text default null, p_query text default null, p_after text default null, p_limit integer default 24
) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit);
  only_letter constant text := nullif(upper(left(p_letter, 1)), '');
  words constant text[] := nullif(private.search_words(p_query), '{}');
  sort constant text := case when p_sort in ('name', 'new') then p_sort else 'hot' end;
begin
  return (
    with listed as materialized (
      select l.id, l.keys, l.place
      from private.list_stars(sort, only_letter, words, p_after, wanted + 1) with ordinality as l (id, keys, place)
    )
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(c.card order by l.place)
        from listed l join private.star_cards c on c.id = l.id
        where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(variadic l.keys) from listed l
        where l.place = wanted and exists (select from listed where place > wanted)),
      'total', case when words is null
        then (select coalesce(sum(stars_count), 0) from private.star_letters where only_letter is null or letter = only_letter)
        else (select count(*) from private.matching_stars(words, only_letter)) end,
      'letters', coalesce((
        select jsonb_agg(letter order by letter = '#', letter) from private.star_letters where stars_count > 0), '[]'::jsonb)));
end $$;
comment on function public.stars_page(text, text, text, text, integer) is
  'Page /stars: sort hot, name or new; letter A–Z or #; words of the query, all of which must match; keyset cursor; 24 a page, 100 at most.';
grant execute on function public.stars_page(text, text, text, text, integer) to anon, authenticated, service_role;

create function private.star_by(p_key text) returns uuid
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(
      (select s.id from public.stars s where s.is_active and s.slug = p_key),
      (select s.id from public.star_slug_history h join public.stars s on s.id = h.star_id and s.is_active where h.old_slug = p_key))
  );
end $$;
comment on function private.star_by(text) is 'Active star by current slug or former slug; null when there is none.';
grant execute on function private.star_by(text) to anon, authenticated, service_role;

create function public.star_page(p_slug text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted constant uuid := private.star_by(p_slug);
  not_shown constant text[] := array['full_name', 'is_active', 'fans_count', 'search_key', 'sort_key', 'letter', 'external_key', 'created_at'];
begin
  return (
    select c.card || (to_jsonb(s) - not_shown) || jsonb_build_object(
      'fans', s.fans_count, 'hot_score', x.hot_score, 'votes', x.votes_count,
      'demand', jsonb_build_object('average', x.demand_average, 'votes', x.demand_count, 'spread', private.star_spread(s.id, 'demand')),
      'realness', jsonb_build_object('average', x.realness_average, 'votes', x.realness_count, 'spread', private.star_spread(s.id, 'realness')),
      'drama', jsonb_build_object('average', x.drama_average, 'votes', x.drama_count, 'spread', private.star_spread(s.id, 'drama')),
      'history', private.star_history(s.id),
      'seasons', coalesce((
        select jsonb_agg(jsonb_build_object(
          'season_id', n.id, 'season_number', n.season_number, 'season_title', n.card -> 'title', 'season_slug', n.slug,
          'placement', r.placement, 'status', n.card -> 'status', 'start_date', n.card -> 'start_date',
          'format_name', f.ref -> 'name', 'format_short_name', f.ref -> 'short_name', 'format_slug', f.slug, 'format_color', f.ref -> 'color'
        ) order by n.card ->> 'start_date' desc nulls first, n.season_number desc, n.id)
        from public.season_participants p
        join private.season_cards n on n.id = p.season_id
        join private.format_refs f on f.id = n.format_id
        left join private.placements_of_star(wanted) r on r.season_id = p.season_id
        where p.star_id = wanted), '[]'::jsonb),
      'social', coalesce((
        select jsonb_agg(jsonb_build_object('platform', a.platform, 'handle', a.handle, 'url', a.url, 'followers', a.followers,
          'updated_at', a.updated_at) order by a.followers desc nulls last, a.platform)
        from public.star_social_accounts a where a.star_id = wanted), '[]'::jsonb))
    from public.stars s
    join private.star_cards c on c.id = s.id
    cross join lateral private.star_score_now(s.id) x
    where s.id = wanted
  );
end $$;
comment on function public.star_page(text) is
  'Page /stars/{slug}: the star by its current or a former slug (then slug differs from the one asked for), or null.';
grant execute on function public.star_page(text) to anon, authenticated, service_role;

-- The verdict on a star: how answers are spread, and the score of the past --------------------------------------------

-- What a star's page shows of them: the spread of at least five answers, fewer would tell who gave which.
create function private.star_spread(star uuid, asked text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select to_jsonb(array(select round(100.0 * part / s.votes)::integer from unnest(s.counts) with ordinality p (part, at) order by at))
    from private.star_vote_spreads s where s.star_id = star and s.question = asked and s.votes >= 5);
end $$;
comment on function private.star_spread(uuid, text) is 'Percentages of the answers 1 to 5 to a question about a star; null below five answers.';
grant execute on function private.star_spread(uuid, text) to anon, authenticated, service_role;

create function private.star_history(star uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare today constant date := private.berlin_day(now());
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('day', h.day, 'score', h.score) order by h.day)
    from (
      -- The last day that is known of each week: usually Sunday, after 60 days Monday.
      select distinct on (date_trunc('week', s.day::timestamp)) s.day, s.score
      from private.star_rank_snapshots s
      where s.star_id = star and s.score is not null and s.day > today - 365
      order by date_trunc('week', s.day::timestamp), s.day desc
    ) h
  ), '[]'::jsonb);
end $$;
comment on function private.star_history(uuid) is 'HoT score of a star, one of each week of a year, oldest first.';
grant execute on function private.star_history(uuid) to anon, authenticated, service_role;
