-- What the web server makes iCalendar, RSS and the sitemap from.

create index community_posts_created on public.community_posts (created_at desc, id desc) where status = 'approved';

create function public.calendar_feed(p_format text default null) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  only_format constant uuid := case when p_format is not null then private.format_by(p_format) end;
  today constant date := private.berlin_now()::date;
begin
  if p_format is not null and only_format is null then return null; end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'title', e.title, 'event_date', e.event_date, 'event_time', e.event_time,
      'duration_minutes', e.duration_minutes, 'channel', e.channel, 'streaming_platform', e.streaming_platform, 'description', e.description,
      'format_name', e.format_name, 'format_slug', f.slug, 'season_number', e.season_number, 'episode_number', e.episode_number,
      'updated_at', e.updated_at) order by e.event_date, e.event_time, e.id), '[]'::jsonb)
    from (
      select e.*
      from public.calendar_events e
      where e.is_occurrence and e.event_date between today - 30 and today + 365
        and (only_format is null or e.format_id = only_format)
      order by e.event_date, e.event_time, e.id
      limit 1000
    ) e
    left join private.format_refs f on f.id = e.format_id);
end $$;
comment on function public.calendar_feed(text) is
  'Events from 30 days ago to 365 days ahead by date, then time, at most 1,000; with a current or former slug those of one format, null when there is none.';

create function public.posts_feed() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'excerpt', left(p.content, 180),
      'created_at', p.created_at, 'author', m.nickname) order by p.created_at desc, p.id desc), '[]'::jsonb)
    from (
      select p.id, p.type, p.title, p.slug, p.content, p.created_at, p.author_id
      from public.community_posts p
      where p.status = 'approved'
      order by p.created_at desc, p.id desc
      limit 50
    ) p
    left join public.public_profiles m on m.id = p.author_id
  );
end $$;
comment on function public.posts_feed() is 'The 50 latest approved posts, newest first.';

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

revoke execute on function public.calendar_feed(text), public.posts_feed(), public.sitemap_entries(text, text, integer) from public;
grant execute on function public.calendar_feed(text), public.posts_feed(), public.sitemap_entries(text, text, integer) to anon, authenticated, service_role;
