-- Admin: reading ------------------------------------------------------------------------------------------------------

-- /admin/stars: the team's list, inactive stars included.

-- Definer: LIKE behind row-level security could use no index, and the public search covers active stars only.
create function private.admin_list_stars(words text[], state text, gap text, sort text, after text, wanted integer)
returns table (id uuid, keys text[])
language plpgsql stable security definer rows 50 set search_path = '' as $$
declare
  patterns constant text[] := private.like_patterns(words);
  last constant text[] := private.cursor_parts(after, case when sort = 'new' then '{instant,uuid}'::text[] else '{text,uuid}' end);
begin
  perform private.require_moderator();
  return query
    select s.id, case when sort = 'new' then array[s.created_at::text, s.id::text] else array[s.sort_key, s.id::text] end
    from public.stars s
    where s.search_key like all (patterns)
      and (state is null or s.is_active = (state = 'active'))
      and (gap is null or case gap
        when 'picture' then s.avatar_url is null
        when 'credit' then s.avatar_url is not null and not private.is_credited(s.avatar_author, s.avatar_license)
        when 'bio' then coalesce(s.bio, '') = ''
        when 'social' then not exists (select from public.star_social_accounts a where a.star_id = s.id)
        when 'season' then not exists (select from public.season_participants p where p.star_id = s.id)
        else true end)
      and (last is null or case when sort = 'new'
        then s.created_at < last[1]::timestamptz or (s.created_at = last[1]::timestamptz and s.id > last[2]::uuid)
        else (s.sort_key, s.id) > (last[1] collate "C", last[2]::uuid) end)
    order by case when sort = 'new' then s.created_at end desc, case when sort <> 'new' then s.sort_key end, s.id
    limit wanted;
end $$;
comment on function private.admin_list_stars(text[], text, text, text, text, integer) is
  'Ids of stars for staff: matching every word, active or inactive, with a gap (picture, credit, bio, social, season), by name or new, after a cursor.';
grant execute on function private.admin_list_stars(text[], text, text, text, text, integer) to authenticated;

create function public.admin_stars_page(
  p_query text default null, p_state text default null, p_gap text default null, p_sort text default 'name',
  p_after text default null, p_limit integer default 30
) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit, 30);
  state constant text := case when p_state in ('active', 'inactive') then p_state end;
  sort constant text := case when p_sort = 'new' then 'new' else 'name' end;
begin
  perform private.require_moderator();
  return (
    with listed as materialized (
      select l.id, l.keys, l.place
      from private.admin_list_stars(private.search_words(p_query), state, nullif(p_gap, ''), sort, p_after, wanted + 1)
        with ordinality as l (id, keys, place)
    )
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(jsonb_build_object('id', s.id, 'slug', s.slug, 'first_name', s.first_name, 'last_name', s.last_name,
          'nickname', s.nickname, 'avatar_url', s.avatar_url, 'is_active', s.is_active, 'hot_score', x.hot_score, 'rank', x.rank,
          'fans', s.fans_count, 'has_bio', coalesce(s.bio, '') <> '',
          'lacks_credit', s.avatar_url is not null and not private.is_credited(s.avatar_author, s.avatar_license), 'created_at', s.created_at,
          'seasons', (select count(*) from public.season_participants p where p.star_id = s.id),
          'social', (select count(*) from public.star_social_accounts a where a.star_id = s.id))
          || private.distinguished(s.id, s.sort_key, s.search_key) order by l.place)
        from listed l join public.stars s on s.id = l.id join public.star_scores x on x.star_id = s.id
        where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(variadic l.keys) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;
comment on function public.admin_stars_page(text, text, text, text, text, integer) is
  'Page /admin/stars for staff: words that must all match, state active or inactive, gap picture, credit, bio, social or season, sort name or new, keyset cursor.';
grant execute on function public.admin_stars_page(text, text, text, text, text, integer) to authenticated, service_role;

-- Definer, to count everything that belongs to a star, whether or not the caller may read it.
create function private.admin_star(star uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  return (
    select to_jsonb(s) - array['full_name', 'fans_count', 'search_key', 'sort_key', 'letter'] || jsonb_build_object(
      'hot_score', x.hot_score, 'rank', x.rank,
      'old_slugs', coalesce((select jsonb_agg(h.old_slug order by h.created_at desc, h.old_slug)
        from public.star_slug_history h where h.star_id = star), '[]'::jsonb),
      'votes', (select count(*) from public.demand_votes v where v.star_id = star)
        + (select count(*) from public.realness_votes v where v.star_id = star)
        + (select count(*) from public.drama_votes v where v.star_id = star),
      'fans', s.fans_count,
      'posts', (select count(*) from public.post_tags t where t.tag_id = star),
      'social', (select count(*) from public.star_social_accounts a where a.star_id = star),
      'seasons', coalesce((
        select jsonb_agg(jsonb_build_object('id', n.id, 'format', f.name, 'season_number', n.season_number, 'title', n.title,
          'placement', p.placement) order by f.name, n.season_number desc, n.id)
        from public.season_participants p join public.seasons n on n.id = p.season_id join public.formats f on f.id = n.format_id
        where p.star_id = star), '[]'::jsonb),
      -- A merge carries these along too.
      'binned_seasons', (select count(*) from private.binned_rows b
        where b.table_name = 'public.season_participants' and b.content ->> 'star_id' = star::text
          and exists (select from private.binned_rows n where n.bin_id = b.bin_id and n.table_name = 'public.seasons'
            and n.content ->> 'id' = b.content ->> 'season_id')),
      'apart', private.stars_apart(star),
      'similar', private.similar_stars(s.first_name || ' ' || coalesce(s.nickname, '') || ' ' || s.last_name, star))
      || private.distinguished(s.id, s.sort_key, s.search_key)
    from public.stars s join public.star_scores x on x.star_id = s.id where s.id = star);
end $$;
comment on function private.admin_star(uuid) is 'A star for the editor: all fields, former addresses, what belongs to it, likely duplicates; null when there is none.';
grant execute on function private.admin_star(uuid) to authenticated;

create function public.admin_star(p_id text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return private.admin_star(private.as_uuid(p_id));
end $$;
comment on function public.admin_star(text) is 'Page /admin/stars/edit/{id} for staff; null when there is no such star.';
grant execute on function public.admin_star(text) to authenticated, service_role;
