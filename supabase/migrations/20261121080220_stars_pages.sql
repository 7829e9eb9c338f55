-- /stars and a star.

create function public.stars_page(
  p_sort text default 'hot', p_letter text default null, p_query text default null, p_after text default null, p_limit integer default 24
) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit);
  only_letter constant text := nullif(upper(left(p_letter, 1)), '');
  words constant text[] := nullif(private.search_words(p_query), '{}');
  sort constant text := case when p_sort in ('name', 'neu') then p_sort else 'hot' end;
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
  'Page /stars: sort hot, name or neu; letter A–Z or #; words of the query, all of which must match; keyset cursor; 24 a page, 100 at most.';

-- Active star by its current or a former slug.
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
declare wanted constant uuid := private.star_by(p_slug);
begin
  return (
    select c.card || jsonb_build_object(
      'bio', s.bio,
      'birthdate', s.birthdate,
      'updated_at', s.updated_at,
      'fans', s.fans_count,
      'demand', jsonb_build_object('average', x.demand_average, 'votes', x.demand_count),
      'realness', jsonb_build_object('average', x.realness_average, 'votes', x.realness_count),
      'drama', jsonb_build_object('average', x.drama_average, 'votes', x.drama_count),
      'seasons', coalesce((
        select jsonb_agg(jsonb_build_object(
          'season_id', n.id, 'season_number', n.season_number, 'season_title', n.card -> 'title', 'season_slug', n.slug,
          'placement', p.placement, 'status', n.card -> 'status', 'start_date', n.card -> 'start_date',
          'format_name', f.ref -> 'name', 'format_short_name', f.ref -> 'short_name', 'format_slug', f.slug, 'format_color', f.ref -> 'color'
        ) order by n.card ->> 'start_date' desc nulls first, n.season_number desc, n.id)
        from public.season_participants p
        join private.season_cards n on n.id = p.season_id
        join private.format_refs f on f.id = n.format_id
        where p.star_id = wanted), '[]'::jsonb),
      'social', coalesce((
        select jsonb_agg(jsonb_build_object('platform', a.platform, 'handle', a.handle, 'url', a.url, 'followers', a.followers,
          'updated_at', a.updated_at) order by a.followers desc nulls last, a.platform)
        from public.star_social_accounts a where a.star_id = wanted), '[]'::jsonb))
    from public.stars s
    join private.star_cards c on c.id = s.id
    join public.star_scores x on x.star_id = s.id
    where s.id = wanted
  );
end $$;
comment on function public.star_page(text) is
  'Page /stars/{slug}: the star by its current or a former slug (then slug differs from the one asked for), or null.';

revoke execute on function public.stars_page(text, text, text, text, integer), public.star_page(text) from public;
grant execute on function public.stars_page(text, text, text, text, integer), public.star_page(text) to anon, authenticated, service_role;
