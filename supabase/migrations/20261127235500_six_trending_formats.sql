-- Trending formats are tiles in two or three columns: five left a hole.
create or replace function public.home_page() returns jsonb
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
        limit 6
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
  'Page /: today on television, six trending formats, five best stars, the lead rumor, the latest of each kind, the poll of the day, six news.';
