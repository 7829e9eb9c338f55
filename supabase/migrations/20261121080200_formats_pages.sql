-- /formate, a format, a season, and the redirect of legacy season ids.

-- Status by the Berlin day (decisions §3); without an end a season counts as running for a year at most. A season without dates of its
-- own goes by its episodes. Spelled out in the view: a function call per row would cost more than all the rest.
create view private.season_cards with (security_invoker = on) as
select s.id, s.format_id, s.slug, s.season_number,
  jsonb_build_object('id', s.id, 'slug', s.slug, 'season_number', s.season_number, 'title', s.title, 'start_date', s.start_date,
    'end_date', s.end_date, 'participants', s.participants_count, 'status', case
      when run.first_day is null and run.last_day is null then 'kommt'
      when coalesce(run.last_day, run.first_day + 365) < run.today then 'beendet'
      when run.first_day > run.today then 'kommt'
      else 'läuft' end
  ) as card
from public.seasons s
cross join lateral (
  select
    case when s.start_date is null and s.end_date is null then (select min(e.event_date) from public.calendar_events e where e.season_id = s.id)
      else s.start_date end as first_day,
    case when s.start_date is null and s.end_date is null then (select max(e.event_date) from public.calendar_events e where e.season_id = s.id)
      else s.end_date end as last_day,
    (now() at time zone 'Europe/Berlin')::date as today
) run;
comment on view private.season_cards is 'Seasons as seasonCard.';

create view private.format_heads with (security_invoker = on) as
select f.id, f.name, f.created_at, n.event_date as next_date,
  jsonb_build_object('id', f.id, 'slug', f.slug, 'name', f.name, 'short_name', f.short_name, 'emoji', f.emoji, 'color', f.color,
    'description', f.description, 'broadcaster_id', f.broadcaster_id, 'streaming_provider_id', f.streaming_provider_id,
    'streaming_url', f.streaming_url, 'seasons_count', f.seasons_count, 'created_at', f.created_at,
    'next_episode', case when n.event_date is not null then
      jsonb_build_object('event_date', n.event_date, 'event_time', n.event_time, 'title', n.title) end) as head
from public.formats f
left join lateral (
  select e.event_date, e.event_time, e.title
  from public.calendar_events e
  where e.format_id = f.id and e.is_occurrence
    and e.event_date >= (now() at time zone 'Europe/Berlin')::date and e.event_date + e.event_time >= now() at time zone 'Europe/Berlin'
  order by e.event_date, e.event_time, e.id
  limit 1
) n on true
where f.is_active;
comment on view private.format_heads is 'Active formats as formatCard without its people: with the next episode (not begun yet, Berlin).';

create view private.format_cards with (security_invoker = on) as
select f.id, f.name, f.created_at, f.next_date, coalesce(k.participants, 0) as participants,
  f.head || jsonb_build_object('participants', coalesce(k.participants, 0), 'top_stars', coalesce((
    select jsonb_agg(c.ref || jsonb_build_object('hot_score', c.hot_score) order by b.place)
    from unnest(k.best_stars[:3]) with ordinality as b (star_id, place)
    join private.star_cards c on c.id = b.star_id), '[]'::jsonb)) as card
from private.format_heads f
left join private.format_facts k on k.format_id = f.id;
comment on view private.format_cards is 'Active formats as formatCard.';

grant select on private.season_cards, private.format_heads, private.format_cards to anon, authenticated, service_role;

create function public.formats_page() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(card order by created_at desc, id) from private.format_cards), '[]'::jsonb),
      'broadcasters', coalesce((select jsonb_agg(ref order by type, name) from private.broadcaster_refs where active), '[]'::jsonb),
      'providers', coalesce((select jsonb_agg(ref order by name) from private.provider_refs where active), '[]'::jsonb))
  );
end $$;
comment on function public.formats_page() is 'Page /formate: every active format, newest first, with the choices of its filters.';

create function public.format_page(p_slug text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare wanted constant uuid := private.format_by(p_slug);
begin
  return (
    select c.card || jsonb_build_object(
      'updated_at', f.updated_at,
      'broadcaster', (select ref from private.broadcaster_refs where id = f.broadcaster_id),
      'provider', (select ref from private.provider_refs where id = f.streaming_provider_id),
      'seasons', coalesce((
        select jsonb_agg(s.card order by s.season_number desc, s.id) from private.season_cards s where s.format_id = wanted), '[]'::jsonb),
      'stars', coalesce((
        select jsonb_agg(t.card order by b.place)
        from private.format_facts k
        cross join unnest(k.best_stars) with ordinality as b (star_id, place)
        join private.star_cards t on t.id = b.star_id
        where k.format_id = wanted), '[]'::jsonb))
    from private.format_cards c
    join public.formats f on f.id = c.id
    where c.id = wanted
  );
end $$;
comment on function public.format_page(text) is
  'Page /formate/{slug}: the format by its current or a former slug (then slug differs from the one asked for), or null.';

create function public.season_page(p_format text, p_season text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted_format constant uuid := private.format_by(p_format);
  wanted constant uuid := (
    select s.id from public.seasons s
    where s.format_id = wanted_format and (s.slug = p_season or s.season_number::text = p_season)
    order by s.slug = p_season desc
    limit 1);
begin
  return (
    select c.card || jsonb_build_object(
      'description', s.description,
      'location', s.location,
      'updated_at', s.updated_at,
      'format', (
        select f.ref || jsonb_build_object('streaming_url', f.streaming_url,
          'broadcaster', (select ref from private.broadcaster_refs where id = f.broadcaster_id),
          'provider', (select ref from private.provider_refs where id = f.streaming_provider_id))
        from private.format_refs f where f.id = wanted_format),
      'cast', coalesce((
        select jsonb_agg(t.card || jsonb_build_object('placement', p.placement) order by p.sort_order, t.sort_key, t.id)
        from public.season_participants p
        join private.star_cards t on t.id = p.star_id
        where p.season_id = wanted), '[]'::jsonb),
      'previous', (
        select jsonb_build_object('slug', o.slug, 'season_number', o.season_number)
        from public.seasons o where o.format_id = wanted_format and o.season_number < s.season_number
        order by o.season_number desc limit 1),
      'next', (
        select jsonb_build_object('slug', o.slug, 'season_number', o.season_number)
        from public.seasons o where o.format_id = wanted_format and o.season_number > s.season_number
        order by o.season_number limit 1))
    from public.seasons s
    join private.season_cards c on c.id = s.id
    where s.id = wanted
  );
end $$;
comment on function public.season_page(text, text) is
  'Page of a season: by the format''s current or former slug and the season''s slug or number, or null.';

create function public.season_path(p_season_id text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare wanted constant uuid := private.as_uuid(p_season_id);
begin
  return (
    select jsonb_build_object('format_slug', f.slug, 'season_slug', s.slug)
    from public.seasons s
    join private.format_refs f on f.id = s.format_id
    where s.id = wanted
  );
end $$;
comment on function public.season_path(text) is 'Where a legacy season id (/seasons/{id}) lives now, or null.';

revoke execute on function public.formats_page(), public.format_page(text), public.season_page(text, text), public.season_path(text) from public;
grant execute on function public.formats_page(), public.format_page(text), public.season_page(text, text), public.season_path(text)
  to anon, authenticated, service_role;
