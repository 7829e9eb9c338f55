-- Orders of the lists ------------------------------------------------------------------------------------------------------------

-- "Neu" is by creation, so that the ages beside the posts fall in order; by last activity is an order of its own, "Aktiv"
-- (docs/product/posts.md, Lists).

create index community_posts_created_of_type on public.community_posts (type, created_at desc, id desc) where status = 'approved';
-- Serves the order by creation as well as the windows of "Top".
create index tagged_posts_created_order on private.tagged_posts (tag_id, created_at desc, post_id desc);
drop index private.tagged_posts_created;

create or replace function private.list_tagged_posts(tag uuid, kind text, sort text, top_days integer, last text[], wanted integer)
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
  return query execute format('select p.post_id, array[%1$s::text, p.post_id::text] from private.tagged_posts p
    where %2$s order by %1$s desc, p.post_id desc limit $4', sort_key, condition)
    using tag, kind, last, wanted, (private.berlin_now()::date - top_days + 1)::timestamp at time zone 'Europe/Berlin';
end $$;

create or replace function private.list_posts(kind text, sort text, top_days integer, tag uuid, after text, wanted integer)
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
      order by p.created_at desc, p.id desc limit wanted;
  elsif sort = 'new' then
    return query select p.id, array[p.created_at::text, p.id::text] from public.community_posts p
      where p.status = 'approved' and p.type = kind and (p.created_at, p.id) < (from_key::timestamptz, from_id)
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
  'Ids of approved posts, sorted new (creation), active (last activity), hot (stored hotness) or top (hearts − poops + votes + comments), optionally of one kind, tag or the last days, after a cursor.';

create or replace function public.posts_page(
  p_type text default null, p_sort text default 'new', p_window text default 'all', p_tag text default null,
  p_after text default null, p_limit integer default 24
) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  kind constant text := nullif(p_type, '');
  tag constant uuid := case when nullif(p_tag, '') is not null
    then coalesce(private.as_uuid(p_tag), private.star_by(p_tag), private.format_by(p_tag)) end;
begin
  if kind not in ('rumor', 'poll', 'discussion') or (nullif(p_tag, '') is not null and tag is null) then
    return jsonb_build_object('items', '[]'::jsonb, 'next', null);
  end if;
  return private.post_list(kind, case when p_sort in ('active', 'hot', 'top') then p_sort else 'new' end,
    case p_window when '7' then 7 when '30' then 30 end, tag, p_after, private.page_limit(p_limit));
end $$;
comment on function public.posts_page(text, text, text, text, text, integer) is
  'Lists of Trashtalk: kind or all; sort new, active, hot or top (window 7, 30 or all); tag as id or slug of a star or format; keyset cursor.';
