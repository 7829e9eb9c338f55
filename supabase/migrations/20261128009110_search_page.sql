-- Result page of the search -------------------------------------------------------------------------------------------

-- /suche: everything that a query finds, by kind. Ranked by where it matched: 1 beginning of a name or title, 2 words of it, 3 within its
-- words, 4 tag, 5 text. Activity, rank or name only break ties. Each kind looks at a bounded number of rows, so a common word costs no more
-- on a large installation; `total` then ends at that bound.

-- Titles apart from texts, so that a match in the title is known without folding it again. A table of its own, as private.post_search is.
create table private.post_titles (
  post_id uuid primary key references public.community_posts on delete cascade,
  title_key text collate "C" not null
);
comment on table private.post_titles is 'Folded titles of posts; maintained by a trigger of community_posts.';
revoke all on private.post_titles from public, anon, authenticated;

insert into private.post_titles (post_id, title_key) select p.id, private.search_fold(p.title) from public.community_posts p;
create index post_titles_start on private.post_titles (title_key);
create index post_titles_words on private.post_titles using gin (title_key extensions.gin_trgm_ops);

create or replace function private.index_post() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.post_search (post_id, search_key) values (new.id, private.search_fold(new.title || ' ' || new.content))
    on conflict (post_id) do update set search_key = excluded.search_key;
  insert into private.post_titles (post_id, title_key) values (new.id, private.search_fold(new.title))
    on conflict (post_id) do update set title_key = excluded.title_key;
  return null;
end $$;
comment on function private.index_post() is 'Trigger: keeps private.post_search and private.post_titles up to date with title and content.';

create table private.news_search (
  news_id uuid primary key references public.news on delete cascade,
  title_key text collate "C" not null,
  search_key text not null
);
comment on table private.news_search is 'Folded titles, and titles with excerpts and texts, of news; maintained by a trigger of news.';
create index news_search_words on private.news_search using gin (search_key extensions.gin_trgm_ops);
revoke all on private.news_search from public, anon, authenticated;

create function private.index_news() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.news_search (news_id, title_key, search_key)
    values (new.id, private.search_fold(new.title), private.search_fold(concat_ws(' ', new.title, new.excerpt, new.body)))
    on conflict (news_id) do update set title_key = excluded.title_key, search_key = excluded.search_key;
  return null;
end $$;
comment on function private.index_news() is 'Trigger: keeps private.news_search up to date with news.';
create trigger news_search after insert or update of title, excerpt, body on public.news
  for each row execute function private.index_news();
insert into private.news_search (news_id, title_key, search_key)
  select n.id, private.search_fold(n.title), private.search_fold(concat_ws(' ', n.title, n.excerpt, n.body)) from public.news n;

create index seasons_title_words on public.seasons using gin (private.search_fold(title) extensions.gin_trgm_ops) where title is not null;

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

-- Running and coming broadcasts of found formats, and those among the next hundred whose format and title have every word ("Love Island Finale").
create function private.find_dates(words text[], formats uuid[], after text[], wanted integer)
returns table (id uuid, keys text[], total bigint)
language plpgsql stable security definer rows 20 set search_path = '' as $$
declare
  -- What began yesterday may still be running.
  yesterday constant date := (private.berlin_now() - interval '1 day')::date;
  patterns constant text[] := private.like_patterns(words);
begin
  return query
    with hit as materialized (
      (select e.id, e.event_date, extract(epoch from e.event_time)::integer as second from public.calendar_events e
        where e.format_id = any (formats) and e.is_occurrence and e.event_date >= yesterday
          and e.event_date + e.event_time + make_interval(mins => coalesce(e.duration_minutes, 60)) > private.berlin_now()
        order by e.event_date, e.event_time, e.id limit 300)
      union
      select n.id, n.event_date, extract(epoch from n.event_time)::integer from (
        select e.id, e.event_date, e.event_time, e.title, e.format_name from public.calendar_events e
        where e.is_occurrence and e.event_date >= yesterday
          and e.event_date + e.event_time + make_interval(mins => coalesce(e.duration_minutes, 60)) > private.berlin_now()
        order by e.event_date, e.event_time, e.id limit 100
      ) n where private.search_fold(concat_ws(' ', n.format_name, n.title)) like all (patterns)
    )
    select h.id, array[h.event_date::text, h.second::text, h.id::text], (select count(*) from hit)
    from hit h
    where after is null or (h.event_date, h.second, h.id) > (after[1]::date, after[2]::integer, after[3]::uuid)
    order by h.event_date, h.second, h.id limit wanted;
end $$;

comment on function private.find_stars(text[], text, uuid[], text[], integer) is
  'Active stars by name, or those of `near`: id, sort keys {tier, place, name, id}, and how many there are in all.';
comment on function private.find_formats(text[], text, uuid[], text[], integer) is
  'Active formats by name or short name, or those of `near`, as find_stars() returns stars.';
comment on function private.find_seasons(text[], uuid[], text[], integer) is
  'Seasons of the given formats, of formats named beside a number, and by their own title; newest first within a format.';
comment on function private.find_posts(text[], text, uuid[], text[], integer) is
  'Approved posts by title, tag and text, in this order, latest activity first among equals.';
comment on function private.find_members(text, text[], integer) is 'Members whose nickname begins with the query; counted to 301.';
comment on function private.find_news(text[], text, text[], integer) is 'Published news by title, then by text, newest first among equals.';
comment on function private.find_dates(text[], uuid[], text[], integer) is
  'Coming broadcasts of the given formats, and of the next hundred those whose format and title have every word.';

grant execute on function private.find_stars(text[], text, uuid[], text[], integer), private.find_formats(text[], text, uuid[], text[], integer),
  private.find_seasons(text[], uuid[], text[], integer), private.find_posts(text[], text, uuid[], text[], integer),
  private.find_members(text, text[], integer), private.find_news(text[], text, text[], integer),
  private.find_dates(text[], uuid[], text[], integer) to anon, authenticated, service_role;

-- The rows of one kind as the page shows them.
create function private.found_cards(kind text, ids uuid[]) returns table (id uuid, item jsonb)
language plpgsql stable security invoker rows 20 set search_path = '' as $$
begin
  case kind
    when 'stars' then return query select c.id, c.card from private.star_cards c where c.id = any (ids);
    when 'formats' then return query select f.id, f.ref from private.format_refs f where f.id = any (ids);
    when 'seasons' then return query select s.id, s.card || jsonb_build_object('format', f.ref)
      from private.season_cards s join private.format_refs f on f.id = s.format_id where s.id = any (ids);
    when 'posts' then return query select p.id, h.hit || jsonb_build_object('comments', p.comments_count)
      from public.community_posts p join private.post_hits h on h.id = p.id where p.id = any (ids);
    when 'members' then return query select m.id, m.ref from private.member_refs m where m.id = any (ids);
    when 'news' then return query select n.id, jsonb_build_object('id', n.id, 'slug', n.slug, 'title', n.title, 'excerpt', n.excerpt,
      'body', left(n.body, 3000), 'url', n.url, 'published_at', n.published_at) from public.news n where n.id = any (ids) and n.published_at <= now();
    else return query select e.id, e.item from private.event_items e where e.id = any (ids);
  end case;
end $$;
comment on function private.found_cards(text, uuid[]) is 'Rows of one kind of search results, as the page shows them.';
grant execute on function private.found_cards(text, uuid[]) to anon, authenticated, service_role;

create function private.found(kind text, query text, words text[], near_stars uuid[], near_formats uuid[], after text, wanted integer)
returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  phrase constant text := array_to_string(words, ' ');
  last constant text[] := private.cursor_parts(after, case kind
    when 'stars' then '{integer,integer,text,uuid}'::text[] when 'formats' then '{integer,text,uuid}'
    when 'seasons' then '{text,integer,uuid}' when 'members' then '{text,uuid}' when 'dates' then '{day,integer,uuid}'
    else '{integer,instant,uuid}' end);
  formats uuid[] := '{}';
  tags uuid[] := '{}';
  ids uuid[];
  keys jsonb;
  total bigint;
begin
  if kind in ('seasons', 'dates', 'posts') then
    formats := array(select f.id from private.find_formats(words, phrase, near_formats, null, 10) f);
  end if;
  if kind = 'posts' then
    tags := formats || array(select s.id from private.find_stars(words, phrase, near_stars, null, 10) s);
  end if;
  select coalesce(array_agg(h.id order by h.place), '{}'), jsonb_agg(h.keys order by h.place), coalesce(max(h.total), 0) into ids, keys, total
  from (
    select f.id, f.keys, f.total, f.place from private.find_stars(words, phrase, near_stars, last, wanted + 1)
      with ordinality f (id, keys, total, place) where kind = 'stars'
    union all select f.id, f.keys, f.total, f.place from private.find_formats(words, phrase, near_formats, last, wanted + 1)
      with ordinality f (id, keys, total, place) where kind = 'formats'
    union all select f.id, f.keys, f.total, f.place from private.find_seasons(words, formats, last, wanted + 1)
      with ordinality f (id, keys, total, place) where kind = 'seasons'
    union all select f.id, f.keys, f.total, f.place from private.find_posts(words, phrase, tags, last, wanted + 1)
      with ordinality f (id, keys, total, place) where kind = 'posts'
    union all select f.id, f.keys, f.total, f.place from private.find_members(query, last, wanted + 1)
      with ordinality f (id, keys, total, place) where kind = 'members'
    union all select f.id, f.keys, f.total, f.place from private.find_news(words, phrase, last, wanted + 1)
      with ordinality f (id, keys, total, place) where kind = 'news'
    union all select f.id, f.keys, f.total, f.place from private.find_dates(words, formats, last, wanted + 1)
      with ordinality f (id, keys, total, place) where kind = 'dates'
  ) h;
  return jsonb_build_object(
    'items', coalesce((select jsonb_agg(c.item order by array_position(ids, c.id)) from private.found_cards(kind, ids[:wanted]) c), '[]'::jsonb),
    'total', total,
    'next', case when cardinality(ids) > wanted then private.cursor_of(variadic
      array(select k from jsonb_array_elements_text(keys -> (wanted - 1)) with ordinality as k (k, at) order by at)) end);
end $$;
comment on function private.found(text, text, text[], uuid[], uuid[], text, integer) is
  '{items, total, next} of one kind of results. total ends at the number of rows that a kind looks at.';
grant execute on function private.found(text, text, text[], uuid[], uuid[], text, integer) to anon, authenticated, service_role;

create function public.search_page(p_query text, p_kind text default null, p_after text default null, p_limit integer default 5) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  kinds constant text[] := '{stars,formats,seasons,posts,members,news,dates}';
  nothing constant jsonb := '{"items": [], "total": 0, "next": null}';
  wanted constant integer := private.page_limit(p_limit, 5, 50);
  query constant text := left(coalesce(p_query, ''), 100);
  -- Words without a letter or digit have no trigrams, and would read every text.
  words constant text[] := array(select w from unnest(private.search_words(query)) w where w ~ '\w');
  phrase constant text := array_to_string(words, ' ');
  near_stars uuid[] := '{}';
  near_formats uuid[] := '{}';
  answer jsonb := '{}';
  kind text;
begin
  -- A name that is only near is looked for when no star, format or season has every word.
  if cardinality(words) > 0 and not exists (select from private.find_stars(words, phrase, '{}', null, 1))
    and not exists (select from private.find_formats(words, phrase, '{}', null, 1))
    and not exists (select from private.find_seasons(words, '{}', null, 1)) then
    select coalesce(array_agg(n.id order by n.at) filter (where n.kind = 'star'), '{}'),
      coalesce(array_agg(n.id order by n.at) filter (where n.kind = 'format'), '{}')
    into near_stars, near_formats from private.near_names(query, 20) with ordinality as n (kind, id, errors, at);
  end if;
  foreach kind in array kinds loop
    answer := answer || jsonb_build_object(kind, case
      when cardinality(words) = 0 or coalesce(nullif(p_kind, ''), kind) <> kind then nothing
      else private.found(kind, query, words, near_stars, near_formats, case when p_kind = kind then p_after end, wanted) end);
  end loop;
  return answer || jsonb_build_object('near', cardinality(near_stars || near_formats) > 0);
end $$;
comment on function public.search_page(text, text, text, integer) is
  'Page /suche: {stars, formats, seasons, posts, members, news, dates: {items, total, next}, near}; one kind with its cursor, or the first of each. near: names that are only similar.';
revoke execute on function public.search_page(text, text, text, integer) from public;
grant execute on function public.search_page(text, text, text, integer) to anon, authenticated, service_role;
