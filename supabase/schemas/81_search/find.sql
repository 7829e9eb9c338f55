-- Result page of the search -------------------------------------------------------------------------------------------

-- Each finds what one kind has: ids and sort keys after a cursor's keys, and how many there are. Definer functions, because behind
-- row-level security text search could not use indexes; they return what guests may see only.

create function private.find_stars(words text[], phrase text, near uuid[], after text[], wanted integer)
returns table (id uuid, keys text[], total bigint)
language plpgsql stable security definer rows 20 set search_path = '' as $$
declare starts constant text[] := private.start_patterns(words);
begin
  return query
    with hit as materialized (
      select case when starts_with(s.sort_key, phrase) then 1 else private.match_tier(s.search_key, phrase, starts) end as tier,
        s.place, s.sort_key, s.star_id
      from private.matching_stars(words, null) s
      union all
      select 3 + array_position(near, s.star_id), s.place, s.sort_key, s.star_id from private.star_search s where s.star_id = any (near)
    )
    select h.star_id, array[h.tier::text, h.place::text, h.sort_key, h.star_id::text], (select count(*) from hit)
    from hit h
    where after is null
      or (h.tier, h.place, h.sort_key, h.star_id) > (after[1]::integer, after[2]::integer, after[3] collate "C", after[4]::uuid)
    order by h.tier, h.place, h.sort_key, h.star_id limit wanted;
end $$;
comment on function private.find_stars(text[], text, uuid[], text[], integer) is
  'Active stars by name, or those of `near`: id, sort keys {tier, place, name, id}, and how many there are in all.';
grant execute on function private.find_stars(text[], text, uuid[], text[], integer) to anon, authenticated, service_role;

create function private.find_formats(words text[], phrase text, near uuid[], after text[], wanted integer)
returns table (id uuid, keys text[], total bigint)
language plpgsql stable security definer rows 20 set search_path = '' as $$
declare
  patterns constant text[] := private.like_patterns(words);
  starts constant text[] := private.start_patterns(words);
begin
  return query
    with hit as materialized (
      select private.match_tier(f.search_key, phrase, starts) as tier, f.search_key collate "C" as sort_key, f.id
      from public.formats f where f.is_active and f.search_key like all (patterns)
      union all
      select 3 + array_position(near, f.id), f.search_key collate "C", f.id from public.formats f where f.is_active and f.id = any (near)
    )
    select h.id, array[h.tier::text, h.sort_key, h.id::text], (select count(*) from hit)
    from hit h
    where after is null or (h.tier, h.sort_key, h.id) > (after[1]::integer, after[2] collate "C", after[3]::uuid)
    order by h.tier, h.sort_key, h.id limit wanted;
end $$;
comment on function private.find_formats(text[], text, uuid[], text[], integer) is
  'Active formats by name or short name, or those of `near`, as find_stars() returns stars.';
grant execute on function private.find_formats(text[], text, uuid[], text[], integer) to anon, authenticated, service_role;

-- "Love Island 3" and "Staffel 3 Love Island" mean one season, "Love Island" all of them; a season may have a title, too.
create function private.find_seasons(words text[], formats uuid[], after text[], wanted integer)
returns table (id uuid, keys text[], total bigint)
language plpgsql stable security definer rows 20 set search_path = '' as $$
declare
  numbers constant integer[] := array(select w::integer from unnest(words) w where w ~ '^[0-9]{1,4}$');
  names constant text[] := array(select w from unnest(words) w where w !~ '^[0-9]{1,4}$' and w <> 'staffel');
begin
  return query
    with hit as materialized (
      select s.id, f.search_key collate "C" as sort_key, -s.season_number as place
      from public.seasons s join public.formats f on f.id = s.format_id and f.is_active
      where s.format_id = any (formats)
      union
      select s.id, f.search_key collate "C", -s.season_number
      from public.formats f join public.seasons s on s.format_id = f.id
      where f.is_active and cardinality(names) > 0 and cardinality(numbers) > 0
        and f.search_key like all (private.like_patterns(names)) and s.season_number = any (numbers)
      union
      select s.id, f.search_key collate "C", -s.season_number
      from public.seasons s join public.formats f on f.id = s.format_id and f.is_active
      where s.title is not null and private.search_fold(s.title) like all (private.like_patterns(words))
    )
    select h.id, array[h.sort_key, h.place::text, h.id::text], (select count(*) from hit)
    from hit h
    where after is null or (h.sort_key, h.place, h.id) > (after[1] collate "C", after[2]::integer, after[3]::uuid)
    order by h.sort_key, h.place, h.id limit wanted;
end $$;
comment on function private.find_seasons(text[], uuid[], text[], integer) is
  'Seasons of the given formats, of formats named beside a number, and by their own title; newest first within a format.';
grant execute on function private.find_seasons(text[], uuid[], text[], integer) to anon, authenticated, service_role;

-- Titles that begin with the query, titles and texts with every word among the latest 200 posts and by index, and tagged ones.
create function private.find_posts(words text[], phrase text, tags uuid[], after text[], wanted integer)
returns table (id uuid, keys text[], total bigint)
language plpgsql stable security definer rows 20 set search_path = '' as $$
begin
  return query execute format($sql$
    with recent as materialized (
      select p.id from public.community_posts p where p.status = 'approved' order by p.last_activity_at desc, p.id desc limit 200
    ), titled as (
      (select t.post_id, t.title_key from private.post_titles t
        where t.title_key >= $2 and t.title_key < $2 || chr(1114111) order by t.title_key limit 200)
      union
      (select t.post_id, t.title_key from recent r join private.post_titles t on t.post_id = r.id where %1$s)
      union
      (select t.post_id, t.title_key from private.post_titles t where %1$s limit 300)
    ), hit as (
      select t.post_id, private.match_tier(t.title_key, $2, $3) as tier from titled t
      union all
      select x.post_id, 4 from unnest($4) as tag (id) cross join lateral (
        select l.post_id from private.tagged_posts l where l.tag_id = tag.id order by l.last_activity_at desc, l.post_id desc limit 60) x
      union all
      select k.post_id, 5 from recent r join private.post_search k on k.post_id = r.id where %2$s
      union all
      select k.post_id, 5 from (select k.post_id from private.post_search k where %2$s limit 300) k
    ), best as materialized (
      select p.id, b.tier, p.last_activity_at
      from (select h.post_id, min(h.tier) as tier from hit h group by h.post_id) b
      join public.community_posts p on p.id = b.post_id and p.status = 'approved'
    )
    select b.id, array[b.tier::text, b.last_activity_at::text, b.id::text], (select count(*) from best)
    from best b
    where $5 is null or b.tier > ($5)[1]::integer
      or (b.tier = ($5)[1]::integer and (b.last_activity_at, b.id) < (($5)[2]::timestamptz, ($5)[3]::uuid))
    order by b.tier, b.last_activity_at desc, b.id desc limit $6
  $sql$, private.word_condition(words, 't.title_key'), private.word_condition(words, 'k.search_key'))
    using private.like_patterns(words), phrase, private.start_patterns(words), tags, after, wanted;
end $$;
comment on function private.find_posts(text[], text, uuid[], text[], integer) is
  'Approved posts by title, tag and text, in this order, latest activity first among equals.';
grant execute on function private.find_posts(text[], text, uuid[], text[], integer) to anon, authenticated, service_role;

create function private.find_members(query text, after text[], wanted integer)
returns table (id uuid, keys text[], total bigint)
language plpgsql stable security definer rows 20 set search_path = '' as $$
declare
  typed constant text := private.nickname_key(ltrim(btrim(left(query, 40)), '@'));
  prefix constant text := replace(replace(replace(typed, '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  if typed = '' then return; end if;
  return query
    select m.id, array[private.nickname_key(m.nickname), m.id::text], (
      select count(*) from (
        select from public.public_profiles x where private.nickname_key(x.nickname) like prefix limit 301) counted)
    from public.public_profiles m
    where private.nickname_key(m.nickname) like prefix
      and (after is null or private.nickname_key(m.nickname) operator(pg_catalog.~>~) after[1])
    order by private.nickname_key(m.nickname) using operator(pg_catalog.~<~) limit wanted;
end $$;
comment on function private.find_members(text, text[], integer) is 'Members whose nickname begins with the query; counted to 301.';
grant execute on function private.find_members(text, text[], integer) to anon, authenticated, service_role;

create function private.find_news(words text[], phrase text, after text[], wanted integer)
returns table (id uuid, keys text[], total bigint)
language plpgsql stable security definer rows 20 set search_path = '' as $$
begin
  return query execute format($sql$
    with hit as materialized (
      select n.id, case when %1$s then private.match_tier(k.title_key, $2, $3) else 5 end as tier, n.published_at
      from (select s.* from private.news_search s where %2$s limit 300) k
      join public.news n on n.id = k.news_id and n.published_at <= now()
    )
    select h.id, array[h.tier::text, h.published_at::text, h.id::text], (select count(*) from hit)
    from hit h
    where $4 is null or h.tier > ($4)[1]::integer
      or (h.tier = ($4)[1]::integer and (h.published_at, h.id) < (($4)[2]::timestamptz, ($4)[3]::uuid))
    order by h.tier, h.published_at desc, h.id desc limit $5
  $sql$, private.word_condition(words, 'k.title_key'), private.word_condition(words, 's.search_key'))
    using private.like_patterns(words), phrase, private.start_patterns(words), after, wanted;
end $$;
comment on function private.find_news(text[], text, text[], integer) is 'Published news by title, then by text, newest first among equals.';
grant execute on function private.find_news(text[], text, text[], integer) to anon, authenticated, service_role;

-- Running and coming broadcasts of found formats, and those among the next hundred whose format and title have every word ("Love Island Finale").
create function private.find_dates(words text[], formats uuid[], after text[], wanted integer)
returns table (id uuid, keys text[], total bigint)
language plpgsql stable security definer rows 20 set search_path = '' as $$
declare
  -- What began up to two days ago may still be running.
  first_day constant date := private.berlin_now()::date - 2;
  patterns constant text[] := private.like_patterns(words);
begin
  return query
    with hit as materialized (
      (select e.id, e.event_date, extract(epoch from e.event_time)::integer as second,
          coalesce(e.episode_number, 10000) as number from public.calendar_events e
        where e.format_id = any (formats) and e.is_occurrence and e.event_date >= first_day
          and not private.is_over(e.event_date, e.event_time, e.duration_minutes)
        order by e.event_date, e.event_time, e.episode_number, e.id limit 300)
      union
      select n.id, n.event_date, extract(epoch from n.event_time)::integer, coalesce(n.episode_number, 10000) from (
        select e.id, e.event_date, e.event_time, e.episode_number, e.title, e.format_name from public.calendar_events e
        where e.is_occurrence and e.event_date >= first_day
          and not private.is_over(e.event_date, e.event_time, e.duration_minutes)
        order by e.event_date, e.event_time, e.episode_number, e.id limit 100
      ) n where private.search_fold(concat_ws(' ', n.format_name, n.title)) like all (patterns)
    )
    select h.id, array[h.event_date::text, h.second::text, h.number::text, h.id::text], (select count(*) from hit)
    from hit h
    where after is null or (h.event_date, h.second, h.number, h.id) > (after[1]::date, after[2]::integer, after[3]::integer, after[4]::uuid)
    order by h.event_date, h.second, h.number, h.id limit wanted;
end $$;
comment on function private.find_dates(text[], uuid[], text[], integer) is
  'Coming broadcasts of the given formats, and of the next hundred those whose format and title have every word.';
grant execute on function private.find_dates(text[], uuid[], text[], integer) to anon, authenticated, service_role;
