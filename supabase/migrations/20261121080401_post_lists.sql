-- The orders of posts that the lists of /trashtalk, the start page and the overview show.

-- Top within days: each kind has an order for each Berlin day, so that a window of 30 days reads short stretches and never all posts in it.
create index community_posts_top on public.community_posts ((hearts_count - poops_count + votes_count + comments_count) desc, id desc)
  where status = 'approved';
create index community_posts_day_top on public.community_posts
  (type, day, (hearts_count - poops_count + votes_count + comments_count) desc, id desc) where status = 'approved';

-- One page of posts in order: id and sort keys. Definer functions because scores behind row-level security lose their indexes; they
-- name approved posts only, as the policy for guests does. The orders that most pages ask for have statements of their own, whose
-- plans are kept; the others are put together from fixed pieces, so that each combination is planned for what it asks.
create function private.list_tagged_posts(tag uuid, kind text, sort text, top_days integer, last text[], wanted integer)
returns table (id uuid, keys text[])
language plpgsql stable security definer rows 25 set search_path = '' as $$
declare
  sort_key constant text := case sort when 'heiss' then 'p.hot_rank' when 'top' then 'p.top_score' else 'p.last_activity_at' end;
  key_type constant text := case sort when 'heiss' then 'double precision' when 'top' then 'integer' else 'timestamptz' end;
  condition text := 'p.tag_id = $1';
begin
  if kind is not null then condition := condition || ' and p.type = $2'; end if;
  if last is not null then condition := condition || format(' and (%s, p.post_id) < (($3)[1]::%s, ($3)[2]::uuid)', sort_key, key_type); end if;
  if sort = 'top' and top_days is not null then condition := condition || ' and p.created_at >= $5'; end if;
  return query execute format('select p.post_id, array[%1$s::text, p.post_id::text] from private.tagged_posts p
    where %2$s order by %1$s desc, p.post_id desc limit $4', sort_key, condition)
    using tag, kind, last, wanted, (private.berlin_now()::date - top_days + 1)::timestamp at time zone 'Europe/Berlin';
end $$;
comment on function private.list_tagged_posts(uuid, text, text, integer, text[], integer) is 'private.list_posts for one tag.';

-- The best of some days: first the heads of each day and kind, which say what a post must have to be among them, then what has that much.
create function private.list_top_posts(kinds text[], top_days integer, before_score integer, before_id uuid, wanted integer)
returns table (id uuid, keys text[])
language plpgsql stable security definer rows 25 set search_path = '' as $$
declare
  today constant date := private.berlin_now()::date;
  -- So many of each stretch that all heads together fill four pages: with fewer the bar is low, with more finding it costs what it saves.
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

create function private.list_posts(kind text, sort text, top_days integer, tag uuid, after text, wanted integer)
returns table (id uuid, keys text[])
language plpgsql stable security definer rows 25 set search_path = '' as $$
declare
  last constant text[] := private.cursor_parts(after,
    case sort when 'heiss' then '{float,uuid}'::text[] when 'top' then '{integer,uuid}' else '{instant,uuid}' end);
  -- Before every row there is, so that the first page and the others share one plan.
  from_key constant text := coalesce(last[1], case sort when 'top' then '2147483647' else 'infinity' end);
  from_id constant uuid := coalesce(last[2]::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
begin
  if tag is not null then
    return query select l.id, l.keys from private.list_tagged_posts(tag, kind, sort, top_days, last, wanted) l;
  elsif sort = 'neu' and kind is null then
    return query select p.id, array[p.last_activity_at::text, p.id::text] from public.community_posts p
      where p.status = 'approved' and (p.last_activity_at, p.id) < (from_key::timestamptz, from_id)
      order by p.last_activity_at desc, p.id desc limit wanted;
  elsif sort = 'neu' then
    return query select p.id, array[p.last_activity_at::text, p.id::text] from public.community_posts p
      where p.status = 'approved' and p.type = kind and (p.last_activity_at, p.id) < (from_key::timestamptz, from_id)
      order by p.last_activity_at desc, p.id desc limit wanted;
  elsif sort = 'heiss' and kind is null then
    return query select p.id, array[p.hot_rank::text, p.id::text] from public.community_posts p
      where p.status = 'approved' and (p.hot_rank, p.id) < (from_key::double precision, from_id)
      order by p.hot_rank desc, p.id desc limit wanted;
  elsif sort = 'heiss' then
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
  'Ids of approved posts, sorted neu (last activity), heiss (stored hotness) or top (hearts − poops + votes + comments), optionally of one kind, tag or the last days, after a cursor.';
grant execute on function private.list_tagged_posts(uuid, text, text, integer, text[], integer),
  private.list_top_posts(text[], integer, integer, uuid, integer),
  private.list_posts(text, text, integer, uuid, text, integer) to anon, authenticated, service_role;
