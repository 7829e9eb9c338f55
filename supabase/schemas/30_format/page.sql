-- Formats -------------------------------------------------------------------------------------------------------------

create view private.format_refs with (security_invoker = on) as
select f.id, f.slug, f.search_key, f.streaming_url, f.broadcaster_id, f.streaming_provider_id,
  jsonb_build_object('id', f.id, 'slug', f.slug, 'name', f.name, 'short_name', f.short_name, 'emoji', f.emoji, 'color', f.color) as ref
from public.formats f
where f.is_active;
comment on view private.format_refs is 'Active formats as formatRef.';

revoke all on private.format_refs from public, anon, authenticated, service_role;
grant select on private.format_refs to anon, authenticated, service_role;

-- Pages of formats and seasons ----------------------------------------------------------------------------------------

-- The next episode: what runs, then what is new, then what is repeated.
create view private.format_heads with (security_invoker = on) as
select f.id, f.name, f.created_at, n.event_date as next_date,
  jsonb_build_object('id', f.id, 'slug', f.slug, 'name', f.name, 'short_name', f.short_name, 'emoji', f.emoji, 'color', f.color,
    'description', f.description, 'broadcaster_id', f.broadcaster_id, 'streaming_provider_id', f.streaming_provider_id,
    'streaming_url', f.streaming_url, 'seasons_count', f.seasons_count, 'created_at', f.created_at,
    'next_episode', case when n.event_date is not null then
      jsonb_build_object('event_date', n.event_date, 'event_time', private.shown_time(n.event_date, n.event_time), 'title', n.title,
        'event_type', n.event_type, 'duration_minutes', n.duration_minutes) end) as head
from public.formats f
left join lateral (
  select e.event_date, e.event_time, e.title, e.event_type, e.duration_minutes
  from public.calendar_events e
  where e.format_id = f.id and e.is_occurrence and not e.is_cancelled
    and e.event_date >= (now() at time zone 'Europe/Berlin')::date - 2
    and not private.is_over(e.event_date, e.event_time, e.duration_minutes)
  order by e.event_date <= (now() at time zone 'Europe/Berlin')::date
      and private.is_on_air(e.event_date, e.event_time, e.duration_minutes) desc,
    e.is_rerun, e.event_date, e.event_time, e.episode_number, e.id
  limit 1
) n on true
where f.is_active;
comment on view private.format_heads is
  'Active formats as formatCard without its people: with the next episode (running, else the first to come; a repeat only if there is nothing else).';

revoke all on private.format_heads from public, anon, authenticated, service_role;
grant select on private.format_heads to anon, authenticated, service_role;

create view private.format_cards with (security_invoker = on) as
select f.id, f.name, f.created_at, f.next_date, coalesce(k.participants, 0) as participants,
  f.head || jsonb_build_object('participants', coalesce(k.participants, 0), 'top_stars', coalesce((
    select jsonb_agg(c.ref || jsonb_build_object('hot_score', c.hot_score) order by b.place)
    from unnest(k.best_stars[:3]) with ordinality as b (star_id, place)
    join private.star_cards c on c.id = b.star_id), '[]'::jsonb)) as card
from private.format_heads f
left join private.format_facts k on k.format_id = f.id;
comment on view private.format_cards is 'Active formats as formatCard.';

revoke all on private.format_cards from public, anon, authenticated, service_role;
grant select on private.format_cards to anon, authenticated, service_role;

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
grant execute on function public.formats_page() to anon, authenticated, service_role;

create function public.format_page(p_slug text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted constant uuid := private.format_by(p_slug);
  not_shown constant text[] := array['is_active', 'search_key', 'external_key'];
begin
  return (
    select c.card || (to_jsonb(f) - not_shown) || jsonb_build_object(
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
grant execute on function public.format_page(text) to anon, authenticated, service_role;
