-- Lists ---------------------------------------------------------------------------------------------------------------

-- The orders of posts that the lists of /trashtalk, the start page and the overview show.

create function private.is_debunked(post uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.post_rumors r where r.post_id = post and r.rumor_status = 'debunked');
end $$;
comment on function private.is_debunked(uuid) is
  'Whether a rumor is refuted: it stays where it is, and is no longer told as something new, in lists, feeds, teasers or to search engines.';
grant execute on function private.is_debunked(uuid) to anon, authenticated, service_role;

-- One page of posts in order: id and sort keys. Definer functions, because behind row-level security orders by score could not use
-- indexes; they return approved posts only, as the policy for guests does. The most frequent orders have statements of their own,
-- whose plans are cached; others are assembled from fixed parts, so that each combination gets a plan of its own.
create function private.list_tagged_posts(tag uuid, kind text, sort text, top_days integer, last text[], wanted integer)
returns table (id uuid, keys text[])
language plpgsql stable security definer rows 25 set search_path = '' as $$
declare
  sort_key constant text := case sort when 'hot' then 'p.hot_rank' when 'top' then 'p.top_score'
    when 'active' then 'p.last_activity_at' else 'p.created_at' end;
  key_type constant text := case sort when 'hot' then 'double precision' when 'top' then 'integer' else 'timestamptz' end;
  condition text := 'p.tag_id = $1';
begin
  if kind is not null then condition := condition || ' and p.type = $2'; end if;
  if last is not null then condition := condition || format(' and (%s, p.post_id) < (($3)[1]::%s, ($3)[2]::uuid)', sort_key, key_type); end if;
  if sort = 'top' and top_days is not null then condition := condition || ' and p.created_at >= $5'; end if;
  if sort = 'new' then condition := condition || ' and not private.is_debunked(p.post_id)'; end if;
  return query execute format('select p.post_id, array[%1$s::text, p.post_id::text] from private.tagged_posts p
    where %2$s order by %1$s desc, p.post_id desc limit $4', sort_key, condition)
    using tag, kind, last, wanted, (private.berlin_now()::date - top_days + 1)::timestamp at time zone 'Europe/Berlin';
end $$;
comment on function private.list_tagged_posts(uuid, text, text, integer, text[], integer) is 'private.list_posts for one tag.';
grant execute on function private.list_tagged_posts(uuid, text, text, integer, text[], integer) to anon, authenticated,
  service_role;

-- The best of some days in two passes: the top of each day and kind gives the least score that is needed, then all posts that reach it.
create function private.list_top_posts(kinds text[], top_days integer, before_score integer, before_id uuid, wanted integer)
returns table (id uuid, keys text[])
language plpgsql stable security definer rows 25 set search_path = '' as $$
declare
  today constant date := private.berlin_now()::date;
  -- Enough of each day and kind that together they fill four pages: fewer give a low threshold, more cost as much as they save.
  heads constant integer := ceil(4 * wanted::numeric / (top_days * cardinality(kinds)));
begin
  return query
    with stretch as materialized (
      select k.kind, today - ago.days as day, array(
        select p.hearts_count - p.poops_count + p.votes_count + p.comments_count from public.community_posts p
        where p.status = 'approved' and p.type = k.kind and p.day = today - ago.days
          and (p.hearts_count - p.poops_count + p.votes_count + p.comments_count, p.id) < (before_score, before_id)
        order by p.hearts_count - p.poops_count + p.votes_count + p.comments_count desc, p.id desc limit heads) as scores
      from unnest(kinds) as k (kind), generate_series(0, top_days - 1) as ago (days)
    ), bar as materialized (
      select coalesce((select score from stretch, unnest(scores) as score order by score desc offset wanted - 1 limit 1), -2147483648) as score
    )
    select d.id, array[d.score::text, d.id::text]
    from bar cross join stretch s cross join lateral (
      select p.id, p.hearts_count - p.poops_count + p.votes_count + p.comments_count as score from public.community_posts p
      where p.status = 'approved' and p.type = s.kind and p.day = s.day
        and (p.hearts_count - p.poops_count + p.votes_count + p.comments_count, p.id) < (before_score, before_id)
        and p.hearts_count - p.poops_count + p.votes_count + p.comments_count >= bar.score
      order by p.hearts_count - p.poops_count + p.votes_count + p.comments_count desc, p.id desc limit wanted) d
    where s.scores[1] >= bar.score
    order by d.score desc, d.id desc limit wanted;
end $$;
comment on function private.list_top_posts(text[], integer, integer, uuid, integer) is
  'private.list_posts for top of these kinds within the last days (Berlin, today included).';
grant execute on function private.list_top_posts(text[], integer, integer, uuid, integer) to anon, authenticated, service_role;

create function private.list_posts(kind text, sort text, top_days integer, tag uuid, after text, wanted integer)
returns table (id uuid, keys text[])
language plpgsql stable security definer rows 25 set search_path = '' as $$
declare
  last constant text[] := private.cursor_parts(after,
    case sort when 'hot' then '{float,uuid}'::text[] when 'top' then '{integer,uuid}' else '{instant,uuid}' end);
  -- Sorts before every row, so that the first page and later ones share one plan.
  from_key constant text := coalesce(last[1], case sort when 'top' then '2147483647' else 'infinity' end);
  from_id constant uuid := coalesce(last[2]::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
begin
  if tag is not null then
    return query select l.id, l.keys from private.list_tagged_posts(tag, kind, sort, top_days, last, wanted) l;
  elsif sort = 'new' and kind is null then
    return query select p.id, array[p.created_at::text, p.id::text] from public.community_posts p
      where p.status = 'approved' and (p.created_at, p.id) < (from_key::timestamptz, from_id)
        and not private.is_debunked(p.id)
      order by p.created_at desc, p.id desc limit wanted;
  elsif sort = 'new' then
    return query select p.id, array[p.created_at::text, p.id::text] from public.community_posts p
      where p.status = 'approved' and p.type = kind and (p.created_at, p.id) < (from_key::timestamptz, from_id)
        and not private.is_debunked(p.id)
      order by p.created_at desc, p.id desc limit wanted;
  elsif sort = 'active' and kind is null then
    return query select p.id, array[p.last_activity_at::text, p.id::text] from public.community_posts p
      where p.status = 'approved' and (p.last_activity_at, p.id) < (from_key::timestamptz, from_id)
      order by p.last_activity_at desc, p.id desc limit wanted;
  elsif sort = 'active' then
    return query select p.id, array[p.last_activity_at::text, p.id::text] from public.community_posts p
      where p.status = 'approved' and p.type = kind and (p.last_activity_at, p.id) < (from_key::timestamptz, from_id)
      order by p.last_activity_at desc, p.id desc limit wanted;
  elsif sort = 'hot' and kind is null then
    return query select p.id, array[p.hot_rank::text, p.id::text] from public.community_posts p
      where p.status = 'approved' and (p.hot_rank, p.id) < (from_key::double precision, from_id)
      order by p.hot_rank desc, p.id desc limit wanted;
  elsif sort = 'hot' then
    return query select p.id, array[p.hot_rank::text, p.id::text] from public.community_posts p
      where p.status = 'approved' and p.type = kind and (p.hot_rank, p.id) < (from_key::double precision, from_id)
      order by p.hot_rank desc, p.id desc limit wanted;
  elsif top_days is not null then
    return query select l.id, l.keys from private.list_top_posts(
      case when kind is null then '{rumor,poll,discussion}' else array[kind] end, top_days, from_key::integer, from_id, wanted) l;
  else
    return query execute format('select p.id, array[(%1$s)::text, p.id::text] from public.community_posts p
      where p.status = ''approved'' and (%1$s, p.id) < ($2, $3)%2$s order by %1$s desc, p.id desc limit $4',
      'p.hearts_count - p.poops_count + p.votes_count + p.comments_count', case when kind is not null then ' and p.type = $1' end)
      using kind, from_key::integer, from_id, wanted;
  end if;
end $$;
comment on function private.list_posts(text, text, integer, uuid, text, integer) is
  'Ids of approved posts, sorted new (creation, without debunked rumors), active (last activity), hot (stored hotness) or top (hearts − poops + votes + comments), optionally of one kind, tag or the last days, after a cursor.';
grant execute on function private.list_posts(text, text, integer, uuid, text, integer) to anon, authenticated, service_role;
