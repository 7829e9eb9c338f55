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
      and not private.is_debunked(p.id)
    order by p.hot_rank desc, p.id desc
    limit 1
  );
end $$;
comment on function private.hottest_post(text, boolean) is 'Hottest approved post of a kind in the last seven days, for polls optionally among those not ended; without debunked rumors, or null.';
grant execute on function private.hottest_post(text, boolean) to anon, authenticated, service_role;

-- Trending formats are tiles in two or three columns: five left a hole.
create function public.home_page() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  television_day constant date := private.television_day();
  poll_of_day constant uuid := private.hottest_post('poll', true);
  lead uuid := private.hottest_post('rumor', false);
begin
  if lead is null then lead := (select l.id from private.list_posts('rumor', 'new', null, null, null, 1) l); end if;
  return jsonb_build_object(
    'today', coalesce((
      select jsonb_agg(e.item order by e.event_date, e.event_time, e.episode_number, e.id)
      from private.event_items e
      where e.event_date between television_day - 1 and television_day + 1
        and (private.television_day_of(e.event_date, e.event_time) = television_day
          -- What began before five and still runs.
          or not e.is_cancelled and private.is_on_air(e.event_date, e.event_time, e.duration_minutes))), '[]'::jsonb),
    'trending', coalesce((
      select jsonb_agg(t.card order by t.next_date is null, t.participants desc, t.name_key, t.id)
      from (
        select f.id, f.card, f.next_date, f.participants, private.search_fold(f.name) as name_key
        from private.format_cards f
        order by f.next_date is null, f.participants desc, name_key, f.id
        limit 6
      ) t), '[]'::jsonb),
    'top_stars', public.chart_stars(null, 5) -> 'items',
    'waiting', private.star_votes_waiting(),
    'lead', (select card from private.post_cards where id = lead),
    'rumor', (
      select c.card from private.list_posts('rumor', 'new', null, null, null, 2) with ordinality as l (id, keys, place)
      join private.post_cards c on c.id = l.id where l.id is distinct from lead order by l.place limit 1),
    'poll', (
      select c.card from private.list_posts('poll', 'new', null, null, null, 2) with ordinality as l (id, keys, place)
      join private.post_cards c on c.id = l.id where l.id is distinct from poll_of_day order by l.place limit 1),
    'discussion', private.post_list('discussion', 'new', null, null, null, 1) -> 'items' -> 0,
    'poll_of_day', (select card from private.post_cards where id = poll_of_day),
    'news', private.latest_news(null, null, 6) -> 'items');
end $$;
comment on function public.home_page() is
  'Page /: today on television, six trending formats, five best stars, the lead rumor, the latest of each kind, the poll of the day, six news.';
grant execute on function public.home_page() to anon, authenticated, service_role;

create function public.shell_data() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select jsonb_build_object('providers', coalesce((
      select jsonb_agg(p.ref order by p.name) from private.provider_refs p where p.active), '[]'::jsonb))
  );
end $$;
comment on function public.shell_data() is 'What the footer shows on every page: active streaming providers.';
grant execute on function public.shell_data() to anon, authenticated, service_role;

-- Sitemap -------------------------------------------------------------------------------------------------------------

-- Source of the sitemap that the web server serves. lastmod is when what a page says was last changed, so that search engines can
-- rely on it: votes do not count. Null where that cannot be told: scores, casts and episodes change without the row.

create function private.sitemap_part(p_kind text, after uuid, wanted integer) returns table (id uuid, path text, lastmod timestamptz)
language plpgsql stable rows 1000 set search_path = '' as $$
begin
  case p_kind
    when 'star' then
      return query select s.id, '/stars/' || s.slug, null::timestamptz from public.stars s where s.is_active and s.id > after order by s.id limit wanted;
    when 'format' then
      return query select f.id, '/formate/' || f.slug, null::timestamptz from public.formats f where f.is_active and f.id > after order by f.id limit wanted;
    when 'season' then
      return query select s.id, '/formate/' || f.slug || '/staffel/' || s.slug, null::timestamptz
        from public.seasons s join public.formats f on f.id = s.format_id and f.is_active
        where s.id > after order by s.id limit wanted;
    when 'post' then
      return query select p.id, '/trashtalk/' || case p.type when 'rumor' then 'geruechte' when 'poll' then 'umfragen' else 'diskussionen' end
          || to_char(p.day, '/YYYY/MM/DD/') || p.slug, greatest(p.updated_at, (
            select max(c.created_at) from public.comments c where c.post_id = p.id and c.deleted_at is null))
        from public.community_posts p where p.status = 'approved' and p.id > after
          -- Whoever searches for the people in it need not find what is not true.
          and not exists (select from public.post_rumors r where r.post_id = p.id and r.rumor_status = 'debunked')
        order by p.id limit wanted;
    when 'member' then
      return query select m.id, '/user/' || m.slug, greatest(m.joined, (
          select max(p.created_at) from public.community_posts p where p.author_id = m.id and p.status = 'approved')) from public.public_profiles m
        where m.id > after and private.is_listed(m.id)
        order by m.id limit wanted;
    when 'news' then
      return query select n.id, '/news/' || n.slug, n.updated_at from public.news n
        where n.published_at <= now() and n.body <> '' and n.id > after order by n.id limit wanted;
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
grant execute on function public.sitemap_entries(text, text, integer) to anon, authenticated, service_role;
