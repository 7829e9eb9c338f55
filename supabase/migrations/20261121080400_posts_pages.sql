-- /trashtalk: lists, a post, and the addresses by id.

-- Top within days: each Berlin day has its own order, so a window of 30 days reads 30 short stretches and never all posts in it.
create index community_posts_top on public.community_posts ((hearts_count - poops_count + votes_count + comments_count) desc, id desc)
  where status = 'approved';
create index community_posts_day_top on public.community_posts (day, (hearts_count - poops_count + votes_count + comments_count) desc, id desc)
  where status = 'approved';

-- Approved posts by tag with their sort keys: a tag's posts would otherwise have to be fetched one by one to be sorted.
create table private.tagged_posts (
  tag_id uuid not null,
  post_id uuid not null references public.community_posts on delete cascade,
  type text not null,
  created_at timestamptz not null,
  last_activity_at timestamptz not null,
  hot_rank double precision not null,
  top_score integer not null,
  primary key (tag_id, post_id)
);
comment on table private.tagged_posts is 'post_tags of approved posts with the keys of the three orders; kept by triggers of post_tags and community_posts.';
create index tagged_posts_post_id on private.tagged_posts (post_id);
create index tagged_posts_new on private.tagged_posts (tag_id, last_activity_at desc, post_id desc);
create index tagged_posts_hot on private.tagged_posts (tag_id, hot_rank desc, post_id desc);
create index tagged_posts_top on private.tagged_posts (tag_id, top_score desc, post_id desc);
create index tagged_posts_created on private.tagged_posts (tag_id, created_at);
revoke all on private.tagged_posts from public, anon, authenticated;

create function private.enter_tagged_posts(post uuid) returns void
language sql security definer set search_path = '' as $$
  insert into private.tagged_posts (tag_id, post_id, type, created_at, last_activity_at, hot_rank, top_score)
  select t.tag_id, p.id, p.type, p.created_at, p.last_activity_at, p.hot_rank,
    p.hearts_count - p.poops_count + p.votes_count + p.comments_count
  from public.post_tags t
  join public.community_posts p on p.id = t.post_id
  where t.post_id = post and p.status = 'approved'
  on conflict do nothing
$$;
comment on function private.enter_tagged_posts(uuid) is 'Enters the tags of a post if it is approved.';

create function private.follow_post_tag() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    delete from private.tagged_posts where tag_id = old.tag_id and post_id = old.post_id;
  else
    perform private.enter_tagged_posts(new.post_id);
  end if;
  return null;
end $$;
comment on function private.follow_post_tag() is 'Trigger: private.tagged_posts follows post_tags.';
create trigger post_tags_listed after insert or delete on public.post_tags
  for each row execute function private.follow_post_tag();

create function private.follow_tagged_post() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status <> old.status then
    delete from private.tagged_posts where post_id = new.id;
    perform private.enter_tagged_posts(new.id);
  else
    update private.tagged_posts set created_at = new.created_at, last_activity_at = new.last_activity_at, hot_rank = new.hot_rank,
      top_score = new.hearts_count - new.poops_count + new.votes_count + new.comments_count
    where post_id = new.id;
  end if;
  return null;
end $$;
comment on function private.follow_tagged_post() is 'Trigger: private.tagged_posts follows status, activity and counters of a post.';
create trigger community_posts_listed after update on public.community_posts
  for each row when (
    (old.status, old.created_at, old.last_activity_at, old.hot_rank, old.hearts_count - old.poops_count + old.votes_count + old.comments_count)
    is distinct from
    (new.status, new.created_at, new.last_activity_at, new.hot_rank, new.hearts_count - new.poops_count + new.votes_count + new.comments_count)
  ) execute function private.follow_tagged_post();
select private.enter_tagged_posts(post_id) from (select distinct post_id from public.post_tags) tagged;

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

create function private.list_posts(kind text, sort text, top_days integer, tag uuid, after text, wanted integer)
returns table (id uuid, keys text[])
language plpgsql stable security definer rows 25 set search_path = '' as $$
declare
  last constant text[] := private.cursor_parts(after,
    case sort when 'heiss' then '{float,uuid}'::text[] when 'top' then '{integer,uuid}' else '{instant,uuid}' end);
  -- Before every row there is, so that the first page and the others share one plan.
  from_key constant text := coalesce(last[1], case sort when 'top' then '2147483647' else 'infinity' end);
  from_id constant uuid := coalesce(last[2]::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  page text;
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
  else
    page := 'select p.id, p.hearts_count - p.poops_count + p.votes_count + p.comments_count as score from public.community_posts p
      where p.status = ''approved'' and ($1 is null or p.type = $1)
        and (p.hearts_count - p.poops_count + p.votes_count + p.comments_count, p.id) < ($2, $3)%s
      order by p.hearts_count - p.poops_count + p.votes_count + p.comments_count desc, p.id desc limit $4';
    page := case when top_days is null then format(page, '')
      else format('select d.id, d.score from generate_series(0, $5 - 1) as ago (days) cross join lateral (%s) d',
        format(page, ' and p.day = $6 - ago.days')) end;
    return query execute format('select x.id, array[x.score::text, x.id::text] from (%s) x order by x.score desc, x.id desc limit $4', page)
      using kind, from_key::integer, from_id, wanted, top_days, private.berlin_now()::date;
  end if;
end $$;
comment on function private.list_posts(text, text, integer, uuid, text, integer) is
  'Ids of approved posts, sorted neu (last activity), heiss (stored hotness) or top (hearts − poops + votes + comments), optionally of one kind, tag or the last days, after a cursor.';
grant execute on function private.list_tagged_posts(uuid, text, text, integer, text[], integer),
  private.list_posts(text, text, integer, uuid, text, integer) to anon, authenticated, service_role;

-- Posts of a page as a document. `listed` of the callers is always one row more than wanted, which says whether there is a next page.
create function private.post_list(kind text, sort text, top_days integer, tag uuid, after text, wanted integer) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    with listed as materialized (
      select l.id, l.keys, l.place
      from private.list_posts(kind, sort, top_days, tag, after, wanted + 1) with ordinality as l (id, keys, place)
    )
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(c.card order by l.place) from listed l join private.post_cards c on c.id = l.id where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(variadic l.keys) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted)))
  );
end $$;
comment on function private.post_list(text, text, integer, uuid, text, integer) is 'One page of private.list_posts as {items: postCard[], next}.';
grant execute on function private.post_list(text, text, integer, uuid, text, integer) to anon, authenticated, service_role;

create function public.posts_page(
  p_type text default null, p_sort text default 'neu', p_window text default 'gesamt', p_tag text default null,
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
  return private.post_list(kind, case when p_sort in ('heiss', 'top') then p_sort else 'neu' end,
    case p_window when '7' then 7 when '30' then 30 end, tag, p_after, private.page_limit(p_limit));
end $$;
comment on function public.posts_page(text, text, text, text, text, integer) is
  'Lists of Trashtalk: kind or all; sort neu, heiss or top (window 7, 30 or gesamt); tag as id or slug of a star or format; keyset cursor.';

create function public.trashtalk_page() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'hot', private.post_list(null, 'heiss', null, null, null, 6) -> 'items',
      'rumors', private.post_list('rumor', 'neu', null, null, null, 4) -> 'items',
      'polls', private.post_list('poll', 'neu', null, null, null, 4) -> 'items',
      'discussions', private.post_list('discussion', 'neu', null, null, null, 4) -> 'items')
  );
end $$;
comment on function public.trashtalk_page() is 'Page /trashtalk: the six hottest posts, then the four latest of each kind.';

-- Approved post by the dated address: its slug, or (specification §2 "possibly with the id") its slug, '-' and the end of its id.
create function private.post_by(kind text, on_day date, address text) returns uuid
language plpgsql stable set search_path = '' as $$
declare
  found_id uuid := (
    select p.id from public.community_posts p
    where p.day = on_day and p.slug = address and p.type = kind and p.status = 'approved');
  id_part text := coalesce(substring(address from '-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$'), substring(address from '-([0-9a-f]{4,12})$'));
  bare_slug text := left(address, -length(id_part) - 1);
begin
  if found_id is not null or id_part is null then return found_id; end if;
  return (
    select p.id from public.community_posts p
    where p.day = on_day and p.slug = bare_slug and p.type = kind and p.status = 'approved' and right(p.id::text, length(id_part)) = id_part);
end $$;
comment on function private.post_by(text, date, text) is 'Approved post by kind, Berlin day and slug (with or without the end of its id); null when there is none.';
grant execute on function private.post_by(text, date, text) to anon, authenticated, service_role;

create function public.post_page(p_type text, p_day text, p_slug text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare wanted constant uuid := private.post_by(p_type, private.as_day(p_day), p_slug);
begin
  return (
    select c.card || jsonb_build_object(
      'content', p.content,
      'updated_at', p.updated_at,
      'tags', coalesce((
        select jsonb_agg(coalesce(
          (select jsonb_build_object('kind', 'star', 'star', s.ref) from private.star_cards s where s.id = t.tag),
          (select jsonb_build_object('kind', 'format', 'format', f.ref) from private.format_refs f where f.id = t.tag)) order by t.place)
        from unnest(p.tags) with ordinality as t (tag, place)
        where exists (select from private.star_cards s where s.id = t.tag) or exists (select from private.format_refs f where f.id = t.tag)), '[]'::jsonb),
      'rumor_details', (
        select jsonb_build_object('source_url', r.source_url, 'reason', r.verification_reason, 'verification_source', r.verification_source,
          'updated_at', r.updated_at)
        from public.post_rumors r where r.post_id = wanted))
    from public.community_posts p
    join private.post_cards c on c.id = p.id
    where p.id = wanted
  );
end $$;
comment on function public.post_page(text, text, text) is
  'Page of an approved post by its dated address: kind, Berlin day and slug (or slug plus - plus the end of the id), or null.';

create function public.post_path(p_id text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare wanted constant uuid := private.as_uuid(p_id);
begin
  return (
    select jsonb_build_object('id', p.id, 'type', p.type, 'slug', p.slug, 'created_at', p.created_at)
    from public.community_posts p
    where p.id = wanted and p.status = 'approved'
  );
end $$;
comment on function public.post_path(text) is 'What the dated address of an approved post is built from, or null.';

revoke execute on function public.posts_page(text, text, text, text, text, integer), public.trashtalk_page(), public.post_page(text, text, text),
  public.post_path(text) from public;
grant execute on function public.posts_page(text, text, text, text, text, integer), public.trashtalk_page(), public.post_page(text, text, text),
  public.post_path(text) to anon, authenticated, service_role;
