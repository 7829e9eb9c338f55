-- News are articles ---------------------------------------------------------------------------------------------------

-- News could be neither linked, shared nor found, and older ones than the six on the start page were lost
-- (docs/decisions/059-news-articles.md).

alter table public.news
  add column image_alt text check (char_length(image_alt) <= 300),
  add column image_credit text check (char_length(image_credit) <= 200),
  add column tags uuid[] not null default '{}' check (cardinality(tags) <= 5);
comment on column public.news.body is 'Headings (## ), lists, quotes, bold, italics and [links](https://…), as parseArticle of domain reads them; never HTML.';
comment on column public.news.tags is 'Ids of stars and formats. Those that are gone are not shown.';
grant insert (image_alt, image_credit, tags), update (image_alt, image_credit, tags) on public.news to authenticated;

-- Earlier texts -------------------------------------------------------------------------------------------------------

create table private.news_versions (
  id bigint generated always as identity primary key,
  news_id uuid not null references public.news on delete cascade,
  title text not null,
  excerpt text,
  body text not null,
  replaced_at timestamptz not null default now(),
  replaced_by uuid references public.profiles on delete set null
);
comment on table private.news_versions is 'Texts of news before a change, the latest 30 of each.';
create index news_versions_news on private.news_versions (news_id, id desc);
create index news_versions_replaced_by on private.news_versions (replaced_by);
revoke all on private.news_versions from public, anon, authenticated;

create function private.keep_news_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.news_versions (news_id, title, excerpt, body, replaced_by)
    values (old.id, old.title, old.excerpt, old.body, auth.uid());
  delete from private.news_versions v where v.news_id = old.id and v.id <= (
    select x.id from private.news_versions x where x.news_id = old.id order by x.id desc offset 30 limit 1);
  return null;
end $$;
comment on function private.keep_news_version() is 'Trigger: keeps what a change replaces.';
create trigger news_versions after update of title, excerpt, body on public.news
  for each row when ((old.title, old.excerpt, old.body) is distinct from (new.title, new.excerpt, new.body))
  execute function private.keep_news_version();

create function private.news_versions_of(item uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  return coalesce((
    select jsonb_agg(jsonb_build_object('title', v.title, 'excerpt', v.excerpt, 'body', v.body, 'replaced_at', v.replaced_at,
      'replaced_by', m.nickname) order by v.id desc)
    from private.news_versions v left join public.public_profiles m on m.id = v.replaced_by where v.news_id = item), '[]'::jsonb);
end $$;
comment on function private.news_versions_of(uuid) is 'Earlier texts of a piece of news for staff, latest first.';
grant execute on function private.news_versions_of(uuid) to authenticated;

create or replace function public.admin_news_item(p_id text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  perform private.require_moderator();
  return (
    select jsonb_build_object('id', n.id, 'slug', n.slug, 'title', n.title, 'excerpt', n.excerpt, 'body', n.body, 'image_url', n.image_url,
      'image_alt', n.image_alt, 'image_credit', n.image_credit, 'tag_refs', private.tags_of(n.tags),
      'versions', private.news_versions_of(n.id),
      'url', n.url, 'published_at', n.published_at, 'state', private.news_state(n.published_at), 'updated_at', n.updated_at)
    from public.news n where n.id = private.as_uuid(p_id));
end $$;

create or replace function public.admin_save_news(p_id uuid, p_seen timestamptz, p_values jsonb, p_publish_now boolean default false) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  was public.news;
  item public.news;
  saved jsonb;
begin
  perform private.require_moderator();
  select * into was from public.news n where n.id = p_id;
  item := jsonb_populate_record(was, p_values);
  item.title := coalesce(private.clean_line(item.title), '');
  item.excerpt := nullif(private.trim_text(private.clean_text(item.excerpt)), '');
  item.body := coalesce(private.trim_text(private.clean_text(item.body)), '');
  item.url := nullif(private.clean_line(item.url), '');
  item.image_alt := nullif(private.clean_line(item.image_alt), '');
  item.image_credit := nullif(private.clean_line(item.image_credit), '');
  item.tags := coalesce(item.tags, '{}');
  if p_publish_now then item.published_at := now(); end if;
  if item.title = '' then perform private.refuse('Ohne Titel geht es nicht.', 'title_missing'); end if;
  if char_length(item.title) > 200 then perform private.refuse('Der Titel hat höchstens 200 Zeichen.', 'title_length'); end if;
  if char_length(item.excerpt) > 500 then perform private.refuse('Der Anriss hat höchstens 500 Zeichen.', 'excerpt_length'); end if;
  if char_length(item.body) > 50000 then perform private.refuse('Der Text hat höchstens 50.000 Zeichen.', 'content_length'); end if;
  if char_length(item.image_alt) > 300 then perform private.refuse('Die Bildbeschreibung hat höchstens 300 Zeichen.', 'image_alt_length'); end if;
  if char_length(item.image_credit) > 200 then perform private.refuse('Der Bildnachweis hat höchstens 200 Zeichen.', 'image_credit_length'); end if;
  if cardinality(item.tags) > 5 then perform private.refuse('Höchstens 5 Tags.', 'too_many_tags'); end if;
  if exists (select from unnest(item.tags) t where not exists (select from public.stars s where s.id = t)
      and not exists (select from public.formats f where f.id = t)) then
    perform private.refuse('Einen der Tags gibt es nicht mehr.', 'unknown_tag');
  end if;
  if item.url is not null and (char_length(item.url) > 500 or not private.is_web_address(item.url)) then
    perform private.refuse('Das ist keine Web-Adresse.', 'source_url_invalid');
  end if;
  if p_id is not null and was.id is null then
    raise exception 'Diese News gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone';
  end if;
  perform private.check_picture(item.image_url, was.image_url);
  saved := private.save_row('public.news', p_id::text,
    private.given_columns(to_jsonb(item), p_values || '{"published_at": null}'), coalesce(p_seen, '-infinity'));
  if saved is null then
    perform private.refuse('Jemand anderes hat diese News gerade geändert.', 'changed_meanwhile');
  end if;
  return jsonb_build_object('id', saved -> 'id', 'updated_at', saved -> 'updated_at',
    'state', private.news_state((saved ->> 'published_at')::timestamptz));
end $$;

-- Pages ---------------------------------------------------------------------------------------------------------------

create function private.news_card(n public.news) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', n.id, 'slug', n.slug, 'title', n.title, 'excerpt', n.excerpt, 'has_text', n.body <> '',
    'image_url', n.image_url, 'image_alt', n.image_alt, 'url', n.url, 'published_at', n.published_at)
$$;
comment on function private.news_card(public.news) is 'A piece of news in a list, as newsItem.';

create function private.latest_news(before timestamptz, before_id uuid, wanted integer) returns jsonb
language sql stable set search_path = '' as $$
  with listed as materialized (
    select x.n, row_number() over (order by (x.n).published_at desc, (x.n).id) as place
    from (
      select w as n from public.news w
      where w.published_at is not null and w.published_at <= now()
        and (before is null or w.published_at < before or (w.published_at = before and w.id > before_id))
      order by w.published_at desc, w.id limit wanted + 1
    ) x
  )
  select jsonb_build_object(
    'items', coalesce((select jsonb_agg(private.news_card(l.n) order by l.place) from listed l where l.place <= wanted), '[]'::jsonb),
    'next', (select private.cursor_of((l.n).published_at::text, (l.n).id::text) from listed l
      where l.place = wanted and exists (select from listed more where more.place > wanted)))
$$;
comment on function private.latest_news(timestamptz, uuid, integer) is 'Published news after a place in the list, latest first: {items, next}.';
grant execute on function private.news_card(public.news), private.latest_news(timestamptz, uuid, integer) to anon, authenticated, service_role;

create function public.news_page(p_after text default null, p_limit integer default 20) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare last constant text[] := private.cursor_parts(p_after, '{instant,uuid}');
begin
  return private.latest_news(last[1]::timestamptz, last[2]::uuid, private.page_limit(p_limit, 20, 50));
end $$;
comment on function public.news_page(text, integer) is 'Page /news: published news, latest first; keyset cursor.';

create function public.news_article(p_slug text) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.news_card(n) || jsonb_build_object('body', n.body, 'image_credit', n.image_credit, 'updated_at', n.updated_at,
    'tags', private.tags_of(n.tags),
    'more', coalesce((
      select jsonb_agg(private.news_card(o.x) order by (o.x).published_at desc, (o.x).id)
      from (select x from public.news x where x.published_at <= now() and x.id <> n.id order by x.published_at desc, x.id limit 3) o), '[]'::jsonb))
  from public.news n where n.slug = p_slug and n.published_at <= now()
$$;
comment on function public.news_article(text) is 'Page /news/{slug}: a published piece of news with text, tags and the three latest others; null when there is none.';
revoke all on function public.news_page(text, integer), public.news_article(text) from public, anon, authenticated;
grant execute on function public.news_page(text, integer), public.news_article(text) to anon, authenticated, service_role;

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
    'news', private.latest_news(null, null, 6) -> 'items');
end $$;

create or replace function private.sitemap_part(p_kind text, after uuid, wanted integer) returns table (id uuid, path text, lastmod timestamptz)
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
        from public.community_posts p where p.status = 'approved' and p.id > after
          -- Whoever searches for the people in it need not find what is not true.
          and not exists (select from public.post_rumors r where r.post_id = p.id and r.rumor_status = 'debunked')
        order by p.id limit wanted;
    when 'member' then
      return query select m.id, '/user/' || m.slug, m.joined from public.public_profiles m where m.id > after order by m.id limit wanted;
    when 'news' then
      return query select n.id, '/news/' || n.slug, n.updated_at from public.news n
        where n.published_at <= now() and n.id > after order by n.id limit wanted;
    else null;
  end case;
end $$;

create or replace function private.found_cards(kind text, ids uuid[]) returns table (id uuid, item jsonb)
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
