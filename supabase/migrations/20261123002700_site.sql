-- Popular content -----------------------------------------------------------------------------------------------------

create table private.popular_targets (
  kind text not null check (kind in ('star', 'post')),
  target_id uuid not null,
  views integer not null,
  primary key (kind, target_id)
);
comment on table private.popular_targets is 'Most viewed stars and posts of the last seven days (star_view, post_view), as of the last private.refresh_popular().';
create index popular_targets_order on private.popular_targets (kind, views desc, target_id);
revoke all on private.popular_targets from public, anon, authenticated;
grant select on private.popular_targets to anon, authenticated, service_role;

-- Popular content is based on the views of the last 7 days. Guests see it whenever they open the search, so a job counts it and not
-- their requests.
create function private.refresh_popular() returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.popular_targets;
  insert into private.popular_targets (kind, target_id, views)
    select v.kind, v.target_id, v.views from (
      select left(c.event_type, 4) as kind, private.as_uuid(c.target_id) as target_id, c.views,
        row_number() over (partition by c.event_type order by c.views desc, c.target_id) as place
      from (
        select s.event_type, s.target_id, count(*) as views
        from (
          -- Once per visit, so that reloading a page has no effect.
          select e.event_type, e.target_id, e.session_id
          from public.analytics_events e
          where e.event_type in ('star_view', 'post_view') and e.created_at >= now() - interval '7 days'
            and e.month <> 'infinity' and e.target_id is not null
          group by 1, 2, 3
        ) s
        group by 1, 2
      ) c
      where c.target_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    ) v where v.place <= 20;
end $$;
comment on function private.refresh_popular() is
  'Job: the 20 most viewed stars and posts of the last seven days (star_view, post_view), each counted once a visit.';
grant execute on function private.refresh_popular() to service_role;

create function public.popular_content() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    with stars as (
      select picked.ref, row_number() over (order by picked.seen desc, picked.views desc, picked.rank, picked.sort_key) as place from (
        (select c.id, c.ref, true as seen, t.views, c.rank, c.sort_key
         from private.popular_targets t join private.star_cards c on c.id = t.target_id
         where t.kind = 'star' order by t.views desc, c.id limit 3)
        union all
        (select c.id, c.ref, false, 0, c.rank, c.sort_key
         from private.star_cards c
         where c.rank <= 6 and not exists (select from private.popular_targets t where t.kind = 'star' and t.target_id = c.id)
         order by c.rank limit 3)
      ) picked
    ), posts as (
      select picked.hit, row_number() over (order by picked.seen desc, picked.views desc, picked.hot_rank desc, picked.id) as place from (
        (select h.id, h.hit, true as seen, t.views, h.hot_rank
         from private.popular_targets t join private.post_hits h on h.id = t.target_id
         where t.kind = 'post' order by t.views desc, h.id limit 2)
        union all
        (select h.id, h.hit, false, 0, h.hot_rank
         from private.post_hits h
         -- Hotness grows with the time of posting: below this bound there are no posts of the last seven days.
         where h.hot_rank >= extract(epoch from now() - interval '7 days')::double precision / 45000 - 7
           -- Written so that no index on created_at applies: the planner would combine two indexes and sort.
           and now() - h.created_at <= interval '7 days'
           and not exists (select from private.popular_targets t where t.kind = 'post' and t.target_id = h.id)
         order by h.hot_rank desc, h.id limit 2)
      ) picked
    )
    select jsonb_build_object(
      'stars', coalesce((select jsonb_agg(ref order by place) from stars where place <= 3), '[]'::jsonb),
      'posts', coalesce((select jsonb_agg(hit order by place) from posts where place <= 2), '[]'::jsonb))
  );
end $$;
comment on function public.popular_content() is
  'Search without a query: up to three stars and two posts, most viewed in seven days, filled up with the best-ranked stars and the hottest posts of these days.';
revoke execute on function public.popular_content() from public;
grant execute on function public.popular_content() to anon, authenticated, service_role;

-- Search --------------------------------------------------------------------------------------------------------------

-- The search overlay: all nouns, and popular content while the query is empty.

create view private.post_hits with (security_invoker = on) as
select p.id, p.last_activity_at, p.hot_rank, p.created_at,
  jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'created_at', p.created_at) as hit
from public.community_posts p
where p.status = 'approved';
comment on view private.post_hits is 'Approved posts as postHit.';
grant select on private.post_hits to anon, authenticated, service_role;

create function public.search_all(p_query text, p_limit integer default 5) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit, 5, 50);
  words constant text[] := private.search_words(p_query);
  patterns constant text[] := private.like_patterns(words);
  stars uuid[];
  formats uuid[];
  posts uuid[];
begin
  if cardinality(words) = 0 then
    return jsonb_build_object('stars', '[]'::jsonb, 'formats', '[]'::jsonb, 'posts', '[]'::jsonb);
  end if;
  stars := array(select l.id from private.list_stars('hot', null, words, null, wanted) l);
  formats := array(
    select f.id from private.format_refs f where f.search_key like all (patterns) order by f.search_key, f.id limit wanted);
  -- Outside of the query, because the planner would call it once more to estimate rows.
  posts := private.matching_posts(words, stars || formats, wanted);
  return jsonb_build_object(
    'stars', coalesce((
      select jsonb_agg(c.ref order by array_position(stars, c.id)) from private.star_cards c where c.id = any (stars)), '[]'::jsonb),
    'formats', coalesce((
      select jsonb_agg(f.ref order by array_position(formats, f.id)) from private.format_refs f where f.id = any (formats)), '[]'::jsonb),
    'posts', coalesce((
      select jsonb_agg(h.hit order by h.last_activity_at desc, h.id desc)
      from private.post_hits h where h.id = any (posts)), '[]'::jsonb));
end $$;
comment on function public.search_all(text, integer) is
  'Global search: active stars and formats by name, approved posts by tag, title or content. Every word must match; a blank query finds nothing.';

revoke execute on function public.search_all(text, integer) from public;
grant execute on function public.search_all(text, integer) to anon, authenticated, service_role;

-- Start page and footer -----------------------------------------------------------------------------------------------

-- Hotness grows with the time of posting: below the bound there are no posts of the last seven days.
create function private.hottest_post(kind text, only_open boolean) returns uuid
language plpgsql stable set search_path = '' as $$
begin
  return (
    select p.id
    from public.community_posts p
    where p.status = 'approved' and p.type = kind
      and p.hot_rank >= extract(epoch from now() - interval '7 days')::double precision / 45000 - 7
      and p.created_at >= now() - interval '7 days'
      and (not only_open or p.poll_ends_at is null or p.poll_ends_at > now())
    order by p.hot_rank desc, p.id desc
    limit 1
  );
end $$;
comment on function private.hottest_post(text, boolean) is 'Hottest approved post of a kind in the last seven days, for polls optionally among those not ended; or null.';
grant execute on function private.hottest_post(text, boolean) to anon, authenticated, service_role;

create function public.home_page() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  -- A television day is from 05:00 to 05:00 in Berlin.
  day_start constant timestamp := date_trunc('day', private.berlin_now() - interval '5 hours') + interval '5 hours';
  poll_of_day constant uuid := private.hottest_post('poll', true);
  lead uuid := private.hottest_post('rumor', false);
begin
  if lead is null then lead := (select l.id from private.list_posts('rumor', 'new', null, null, null, 1) l); end if;
  return jsonb_build_object(
    'today', coalesce((
      select jsonb_agg(e.item order by e.event_date, e.event_time, e.id)
      from private.event_items e
      where e.event_date between day_start::date and day_start::date + 1
        and e.event_date + e.event_time >= day_start and e.event_date + e.event_time < day_start + interval '1 day'), '[]'::jsonb),
    'trending', coalesce((
      select jsonb_agg(t.card order by t.next_date is null, t.participants desc, t.name_key, t.id)
      from (
        select f.id, f.card, f.next_date, f.participants, private.search_fold(f.name) as name_key
        from private.format_cards f
        order by f.next_date is null, f.participants desc, name_key, f.id
        limit 5
      ) t), '[]'::jsonb),
    'top_stars', public.chart_stars(null, 5) -> 'items',
    'lead', (select card from private.post_cards where id = lead),
    'rumor', (
      select c.card from private.list_posts('rumor', 'new', null, null, null, 2) with ordinality as l (id, keys, place)
      join private.post_cards c on c.id = l.id where l.id is distinct from lead order by l.place limit 1),
    'poll', (
      select c.card from private.list_posts('poll', 'new', null, null, null, 2) with ordinality as l (id, keys, place)
      join private.post_cards c on c.id = l.id where l.id is distinct from poll_of_day order by l.place limit 1),
    'discussion', private.post_list('discussion', 'new', null, null, null, 1) -> 'items' -> 0,
    'poll_of_day', (select card from private.post_cards where id = poll_of_day),
    'news', coalesce((
      select jsonb_agg(jsonb_build_object('id', n.id, 'slug', n.slug, 'title', n.title, 'excerpt', n.excerpt, 'body', n.body,
        'image_url', n.image_url, 'url', n.url, 'published_at', n.published_at) order by n.published_at desc, n.id)
      from (select * from public.news where published_at is not null and published_at <= now() order by published_at desc, id limit 6) n), '[]'::jsonb));
end $$;
comment on function public.home_page() is
  'Page /: today on television, five trending formats, five best stars, the lead rumor, the latest of each kind, the poll of the day, six news.';

create function public.shell_data() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select jsonb_build_object('providers', coalesce((
      select jsonb_agg(p.ref order by p.name) from private.provider_refs p where p.active), '[]'::jsonb))
  );
end $$;
comment on function public.shell_data() is 'What the footer shows on every page: active streaming providers.';

revoke execute on function public.home_page(), public.shell_data() from public;
grant execute on function public.home_page(), public.shell_data() to anon, authenticated, service_role;

-- Sitemap -------------------------------------------------------------------------------------------------------------

-- Source of the sitemap that the web server serves.

create function private.sitemap_part(p_kind text, after uuid, wanted integer) returns table (id uuid, path text, lastmod timestamptz)
language plpgsql stable rows 1000 set search_path = '' as $$
begin
  case p_kind
    when 'star' then
      return query select s.id, '/stars/' || s.slug, s.updated_at from public.stars s where s.is_active and s.id > after order by s.id limit wanted;
    when 'format' then
      return query select f.id, '/formate/' || f.slug, f.updated_at from public.formats f where f.is_active and f.id > after order by f.id limit wanted;
    when 'season' then
      return query select s.id, '/formate/' || f.slug || '/staffel/' || s.slug, s.updated_at
        from public.seasons s join public.formats f on f.id = s.format_id and f.is_active
        where s.id > after order by s.id limit wanted;
    when 'post' then
      return query select p.id, '/trashtalk/' || case p.type when 'rumor' then 'geruechte' when 'poll' then 'umfragen' else 'diskussionen' end
          || to_char(p.day, '/YYYY/MM/DD/') || p.slug, greatest(p.updated_at, p.last_activity_at)
        from public.community_posts p where p.status = 'approved' and p.id > after order by p.id limit wanted;
    when 'member' then
      return query select m.id, '/user/' || m.slug, m.joined from public.public_profiles m where m.id > after order by m.id limit wanted;
    else null;
  end case;
end $$;
comment on function private.sitemap_part(text, uuid, integer) is 'Public pages of one kind in the order of their ids.';
grant execute on function private.sitemap_part(text, uuid, integer) to anon, authenticated, service_role;

create function public.sitemap_entries(p_kind text, p_after text default null, p_limit integer default 5000) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit, 5000, 5000);
  last constant uuid := coalesce(private.as_uuid(p_after), '00000000-0000-0000-0000-000000000000');
begin
  return (
    with listed as materialized (
      select l.id, l.path, l.lastmod, l.place from private.sitemap_part(p_kind, last, wanted + 1) with ordinality as l (id, path, lastmod, place)
    )
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(jsonb_build_object('path', l.path, 'lastmod', l.lastmod) order by l.place) from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (
        select l.id::text from listed l where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;
comment on function public.sitemap_entries(text, text, integer) is 'Public pages of one kind (star, format, season, post, member) in the order of their ids, at most 5,000.';
revoke execute on function public.sitemap_entries(text, text, integer) from public;
grant execute on function public.sitemap_entries(text, text, integer) to anon, authenticated, service_role;
