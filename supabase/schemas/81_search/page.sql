-- Result page of the search -------------------------------------------------------------------------------------------

create function private.index_news() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.news_search (news_id, title_key, search_key)
    values (new.id, private.search_fold(new.title), private.search_fold(private.text_said(concat_ws(' ', new.title, new.excerpt, new.body))))
    on conflict (news_id) do update set title_key = excluded.title_key, search_key = excluded.search_key;
  return null;
end $$;
comment on function private.index_news() is 'Trigger: keeps private.news_search up to date with news.';

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
      'has_text', n.body <> '', 'url', n.url, 'published_at', n.published_at) from public.news n where n.id = any (ids) and n.published_at <= now();
    else return query select e.id, e.item from private.event_items e where e.id = any (ids);
  end case;
end $$;
comment on function private.found_cards(text, uuid[]) is 'Rows of one kind of search results, as the page shows them.';
grant execute on function private.found_cards(text, uuid[]) to anon, authenticated, service_role;

-- `formats` and `tags`: whose seasons, dates and posts are found with them. A statement for each kind, since one of all seven would
-- be set up whole for each of them.
create function private.found(
  kind text, query text, words text[], near_stars uuid[], near_formats uuid[], formats uuid[], tags uuid[], after text, wanted integer
) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  phrase constant text := array_to_string(words, ' ');
  last constant text[] := private.cursor_parts(after, case kind
    when 'stars' then '{integer,integer,text,uuid}'::text[] when 'formats' then '{integer,text,uuid}'
    when 'seasons' then '{text,integer,uuid}' when 'members' then '{text,uuid}' when 'dates' then '{day,integer,integer,uuid}'
    else '{integer,instant,uuid}' end);
  ids uuid[];
  keys jsonb;
  total bigint;
begin
  case kind
    when 'stars' then
      select array_agg(f.id order by f.place), jsonb_agg(f.keys order by f.place), max(f.total) into ids, keys, total
      from private.find_stars(words, phrase, near_stars, last, wanted + 1) with ordinality f (id, keys, total, place);
    when 'formats' then
      select array_agg(f.id order by f.place), jsonb_agg(f.keys order by f.place), max(f.total) into ids, keys, total
      from private.find_formats(words, phrase, near_formats, last, wanted + 1) with ordinality f (id, keys, total, place);
    when 'seasons' then
      select array_agg(f.id order by f.place), jsonb_agg(f.keys order by f.place), max(f.total) into ids, keys, total
      from private.find_seasons(words, formats, last, wanted + 1) with ordinality f (id, keys, total, place);
    when 'posts' then
      select array_agg(f.id order by f.place), jsonb_agg(f.keys order by f.place), max(f.total) into ids, keys, total
      from private.find_posts(words, phrase, tags, last, wanted + 1) with ordinality f (id, keys, total, place);
    when 'members' then
      select array_agg(f.id order by f.place), jsonb_agg(f.keys order by f.place), max(f.total) into ids, keys, total
      from private.find_members(query, last, wanted + 1) with ordinality f (id, keys, total, place);
    when 'news' then
      select array_agg(f.id order by f.place), jsonb_agg(f.keys order by f.place), max(f.total) into ids, keys, total
      from private.find_news(words, phrase, last, wanted + 1) with ordinality f (id, keys, total, place);
    else
      select array_agg(f.id order by f.place), jsonb_agg(f.keys order by f.place), max(f.total) into ids, keys, total
      from private.find_dates(words, formats, last, wanted + 1) with ordinality f (id, keys, total, place);
  end case;
  if ids is null then return '{"items": [], "total": 0, "next": null}'; end if;
  return jsonb_build_object(
    'items', coalesce((select jsonb_agg(c.item order by array_position(ids, c.id)) from private.found_cards(kind, ids[:wanted]) c), '[]'::jsonb),
    'total', total,
    'next', case when cardinality(ids) > wanted then private.cursor_of(variadic
      array(select k from jsonb_array_elements_text(keys -> (wanted - 1)) with ordinality as k (k, at) order by at)) end);
end $$;
comment on function private.found(text, text, text[], uuid[], uuid[], uuid[], uuid[], text, integer) is
  '{items, total, next} of one kind of results. total ends at the number of rows that a kind looks at.';
grant execute on function private.found(text, text, text[], uuid[], uuid[], uuid[], uuid[], text, integer) to anon, authenticated, service_role;

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
  some_stars uuid[] := '{}';
  some_formats uuid[] := '{}';
  formats uuid[] := '{}';
  tags uuid[] := '{}';
  answer jsonb := '{}';
  kind text;
begin
  -- A name that is only near is looked for when no star, format or season has every word.
  if cardinality(words) > 0 and not exists (select from private.find_stars(words, phrase, '{}', null, 1))
    and not exists (select from private.find_formats(words, phrase, '{}', null, 1))
    and not exists (select from private.find_seasons(words, '{}', null, 1)) then
    select coalesce(array_agg(n.id order by n.at) filter (where n.kind = 'star' and n.is_whole), '{}'),
      coalesce(array_agg(n.id order by n.at) filter (where n.kind = 'format' and n.is_whole), '{}'),
      coalesce(array_agg(n.id order by n.at) filter (where n.kind = 'star' and not n.is_whole), '{}'),
      coalesce(array_agg(n.id order by n.at) filter (where n.kind = 'format' and not n.is_whole), '{}')
    into near_stars, near_formats, some_stars, some_formats
    from private.near_names(query, 20) with ordinality as n (kind, id, errors, is_whole, at);
  end if;
  if cardinality(words) > 0 and coalesce(nullif(p_kind, ''), 'posts') in ('seasons', 'dates', 'posts') then
    formats := array(select f.id from private.find_formats(words, phrase, near_formats, null, 10) f);
    if coalesce(nullif(p_kind, ''), 'posts') = 'posts' then
      tags := formats || array(select s.id from private.find_stars(words, phrase, near_stars, null, 10) s);
    end if;
  end if;
  foreach kind in array kinds loop
    answer := answer || jsonb_build_object(kind, case
      when cardinality(words) = 0 or coalesce(nullif(p_kind, ''), kind) <> kind then nothing
      else private.found(kind, query, words, near_stars, near_formats, formats, tags, case when p_kind = kind then p_after end, wanted) end);
  end loop;
  -- One bad word finds nothing: then what the other words find, names with what belongs to them.
  if cardinality(some_stars || some_formats) > 0
    and not exists (select from jsonb_each(answer) found where found.value ->> 'total' <> '0') then
    near_stars := some_stars;
    near_formats := some_formats;
    foreach kind in array '{stars,formats,seasons,posts,dates}'::text[] loop
      if coalesce(nullif(p_kind, ''), kind) = kind then
        answer := answer || jsonb_build_object(kind, private.found(
          kind, query, words, near_stars, near_formats, near_formats, near_formats || near_stars, case when p_kind = kind then p_after end, wanted));
      end if;
    end loop;
  end if;
  return answer || jsonb_build_object('near', cardinality(near_stars || near_formats) > 0);
end $$;
comment on function public.search_page(text, text, text, integer) is
  'Page /suche: {stars, formats, seasons, posts, members, news, dates: {items, total, next}, near}; one kind with its cursor, or the first of each. near: names that are only similar.';
grant execute on function public.search_page(text, text, text, integer) to anon, authenticated, service_role;
