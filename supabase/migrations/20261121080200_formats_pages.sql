-- /formate, a format, a season, and the redirect of legacy season ids.

create function private.season_status(start_date date, end_date date) returns text
language sql stable parallel safe set search_path = '' as $$
  select case
    when start_date is null and end_date is null then 'kommt'
    when coalesce(end_date, start_date + 365) < private.berlin_now()::date then 'beendet'
    when start_date > private.berlin_now()::date then 'kommt'
    else 'läuft'
  end
$$;
comment on function private.season_status(date, date) is
  'kommt, läuft or beendet by the Berlin day (decisions §3). Without an end a season counts as running for a year at most.';
grant execute on function private.season_status(date, date) to anon, authenticated, service_role;

create view private.season_cards with (security_invoker = on) as
select s.id, s.format_id, s.slug, s.season_number,
  jsonb_build_object('id', s.id, 'slug', s.slug, 'season_number', s.season_number, 'title', s.title, 'start_date', s.start_date,
    'end_date', s.end_date, 'participants', s.participants_count,
    -- A season without dates of its own goes by its episodes.
    'status', private.season_status(
      coalesce(s.start_date, (select min(e.event_date) from public.calendar_events e where e.season_id = s.id)),
      coalesce(s.end_date, case when s.start_date is null then (select max(e.event_date) from public.calendar_events e where e.season_id = s.id) end))
  ) as card
from public.seasons s;
comment on view private.season_cards is 'Seasons as seasonCard.';

-- Each person once per format, with what ranks them. Row-level security leaves out inactive stars.
create view private.format_people with (security_invoker = on) as
select s.format_id, p.star_id, max(s.season_number) as last_season, min(p.sort_order) as sort_order
from public.season_participants p
join public.seasons s on s.id = p.season_id
group by s.format_id, p.star_id;
comment on view private.format_people is 'Who took part in a format: each star once, with the latest season.';

create view private.format_cards with (security_invoker = on) as
select f.id, f.slug, f.search_key, f.created_at, f.updated_at, f.broadcaster_id, f.streaming_provider_id, n.event_date as next_date, cast_size.participants,
  jsonb_build_object('id', f.id, 'slug', f.slug, 'name', f.name, 'short_name', f.short_name, 'emoji', f.emoji, 'color', f.color,
    'description', f.description, 'broadcaster_id', f.broadcaster_id, 'streaming_provider_id', f.streaming_provider_id,
    'streaming_url', f.streaming_url, 'seasons_count', f.seasons_count, 'created_at', f.created_at,
    'participants', cast_size.participants,
    'next_episode', case when n.event_date is not null then
      jsonb_build_object('event_date', n.event_date, 'event_time', n.event_time, 'title', n.title) end,
    'top_stars', coalesce((
      select jsonb_agg(t.ref || jsonb_build_object('hot_score', t.hot_score) order by t.hot_score desc nulls last, t.last_season desc, t.sort_key, t.id)
      from (
        select c.id, c.ref, c.sort_key, p.last_season, c.hot_score
        from private.format_people p
        join private.star_cards c on c.id = p.star_id
        where p.format_id = f.id
        order by c.hot_score desc nulls last, p.last_season desc, c.sort_key, c.id
        limit 3
      ) t), '[]'::jsonb)) as card
from public.formats f
cross join lateral (
  select count(distinct p.star_id)::integer as participants
  from public.seasons s
  join public.season_participants p on p.season_id = s.id
  where s.format_id = f.id
) cast_size
left join lateral (
  select e.event_date, e.event_time, e.title
  from public.calendar_events e
  where e.format_id = f.id and e.is_occurrence
    and e.event_date >= private.berlin_now()::date and e.event_date + e.event_time >= private.berlin_now()
  order by e.event_date, e.event_time, e.id
  limit 1
) n on true
where f.is_active;
comment on view private.format_cards is 'Active formats as formatCard: with next episode (not begun yet, Berlin), participants and up to three top stars.';

grant select on private.season_cards, private.format_people, private.format_cards to anon, authenticated, service_role;

create function public.formats_page() returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'items', coalesce((select jsonb_agg(card order by created_at desc, id) from private.format_cards), '[]'::jsonb),
    'broadcasters', coalesce((select jsonb_agg(ref order by type, name) from private.broadcaster_refs where active), '[]'::jsonb),
    'providers', coalesce((select jsonb_agg(ref order by name) from private.provider_refs where active), '[]'::jsonb))
$$;
comment on function public.formats_page() is 'Page /formate: every active format, newest first, with the choices of its filters.';

create function public.format_page(p_slug text) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select f.card || jsonb_build_object(
    'updated_at', f.updated_at,
    'broadcaster', (select ref from private.broadcaster_refs where id = f.broadcaster_id),
    'provider', (select ref from private.provider_refs where id = f.streaming_provider_id),
    'seasons', coalesce((
      select jsonb_agg(s.card order by s.season_number desc, s.id) from private.season_cards s where s.format_id = f.id), '[]'::jsonb),
    'stars', coalesce((
      select jsonb_agg(t.card order by t.rank nulls last, t.last_season desc, t.sort_key, t.id)
      from (
        select c.id, c.card, c.rank, c.sort_key, p.last_season
        from private.format_people p
        join private.star_cards c on c.id = p.star_id
        where p.format_id = f.id
        order by c.rank nulls last, p.last_season desc, c.sort_key, c.id
        limit 12
      ) t), '[]'::jsonb))
  from private.format_cards f
  where f.id = private.format_by(p_slug)
$$;
comment on function public.format_page(text) is
  'Page /formate/{slug}: the format by its current or a former slug (then slug differs from the one asked for), or null.';

create function public.season_page(p_format text, p_season text) returns jsonb
language sql stable security invoker set search_path = '' as $$
  with wanted as materialized (
    select s.*
    from public.seasons s
    where s.format_id = private.format_by(p_format)
      and (s.slug = p_season or s.season_number::text = p_season)
    order by s.slug = p_season desc
    limit 1
  )
  select c.card || jsonb_build_object(
    'description', s.description,
    'location', s.location,
    'updated_at', s.updated_at,
    'format', (
      select f.ref || jsonb_build_object('streaming_url', f.streaming_url,
        'broadcaster', (select ref from private.broadcaster_refs where id = x.broadcaster_id),
        'provider', (select ref from private.provider_refs where id = x.streaming_provider_id))
      from private.format_refs f join public.formats x on x.id = f.id
      where f.id = s.format_id),
    'cast', coalesce((
      select jsonb_agg(t.card || jsonb_build_object('placement', p.placement) order by p.sort_order, t.sort_key, t.id)
      from public.season_participants p
      join private.star_cards t on t.id = p.star_id
      where p.season_id = s.id), '[]'::jsonb),
    'previous', (
      select jsonb_build_object('slug', o.slug, 'season_number', o.season_number)
      from public.seasons o where o.format_id = s.format_id and o.season_number < s.season_number
      order by o.season_number desc limit 1),
    'next', (
      select jsonb_build_object('slug', o.slug, 'season_number', o.season_number)
      from public.seasons o where o.format_id = s.format_id and o.season_number > s.season_number
      order by o.season_number limit 1))
  from wanted s
  join private.season_cards c on c.id = s.id
$$;
comment on function public.season_page(text, text) is
  'Page of a season: by the format''s current or former slug and the season''s slug or number, or null.';

create function public.season_path(p_season_id text) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object('format_slug', f.slug, 'season_slug', s.slug)
  from public.seasons s
  join private.format_refs f on f.id = s.format_id
  where s.id = private.as_uuid(p_season_id)
$$;
comment on function public.season_path(text) is 'Where a legacy season id (/seasons/{id}) lives now, or null.';

revoke execute on function public.formats_page(), public.format_page(text), public.season_page(text, text), public.season_path(text) from public;
grant execute on function public.formats_page(), public.format_page(text), public.season_page(text, text), public.season_path(text)
  to anon, authenticated, service_role;
